// node worker/local/prepared.mjs <script> [arguments]: runs a script that imports packages, once they are installed.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { prepare } from "./install.mjs";

await prepare(import.meta.url);
const [script, ...rest] = process.argv.slice(2);
process.argv = [process.execPath, resolve(script), ...rest];
await import(pathToFileURL(resolve(script)).href);
