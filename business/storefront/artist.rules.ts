export const artistAddress = (id: string, page = 1): string => (page > 1 ? `/artists/${id}?page=${page}` : `/artists/${id}`)
