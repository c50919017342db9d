/** The part of tesseract.js-core that recognize.ts uses. The package has no types. */
declare module 'tesseract.js-core/tesseract-core-relaxedsimd-lstm.js' {
  export interface TessBaseApi {
    /** Returns 0 if it started. */
    Init(path: null, languages: string, engine: number): number
    SetVariable(name: string, value: string): boolean
    /** Opens the file '/input'. Returns 1 if it cannot. */
    SetImageFile(exif: number, angle: number): number
    Recognize(monitor: null): number
    GetTSVText(page: number): string
  }
  export interface TesseractCore {
    FS: { writeFile(path: string, data: Uint8Array): void }
    TessBaseAPI: new () => TessBaseApi
  }
  export default function createCore(options: object): Promise<TesseractCore>
}
