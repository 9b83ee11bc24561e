// The `ws` that Miniflare brings; another among the packages is years older.
import { createRequire } from "node:module";

export const { WebSocket, WebSocketServer } = createRequire(import.meta.resolve("miniflare"))("ws");
