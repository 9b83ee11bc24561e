// The `ws` of Miniflare; another one among the packages is years older.
import { createRequire } from "node:module";

export const { WebSocket, WebSocketServer } = createRequire(import.meta.resolve("miniflare"))("ws");
