// The reference of R4: the least that Node needs to send a message to everyone who is connected.
import { createServer } from "node:http";
import { WebSocketServer } from "./ws.mjs";

const { port } = JSON.parse(process.argv[2]);
const server = createServer((_request, response) => {
	for (const socket of sockets.clients) socket.send('{"type":"changed","topics":["views"]}');
	response.end();
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
process.on("message", () => process.exit());
process.on("disconnect", () => process.exit(1));
server.listen(port, "127.0.0.1", () => process.send({ ready: true }));
