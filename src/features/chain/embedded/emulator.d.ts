/** The file of @ton/sandbox without declarations that loads TON's virtual machine. */

declare module '@ton/sandbox/dist/executor/emulator-emscripten.js' {
  export default function start(options: { wasmBinary: ArrayBufferLike }): Promise<object>;
}
