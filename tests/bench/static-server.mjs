// The reference of R3 and R8: pages of the portal as files, and the portal's own styles and fonts.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const { port, kept } = JSON.parse(process.argv[2]);
const pages = JSON.parse(readFileSync(kept, "utf8"));
const types = {
	".css": "text/css",
	".js": "text/javascript",
	".svg": "image/svg+xml",
	".woff2": "font/woff2",
};
const server = createServer(({ url }, response) => {
	const { pathname } = new URL(url, "http://localhost");
	const page = pages[pathname];
	const file = join("public", normalize(pathname));
	if (page) response.setHeader("content-type", page.type);
	else if (existsSync(file) && extname(file) in types) response.setHeader("content-type", types[extname(file)]);
	else response.statusCode = 404;
	response.end(page ? page.text : response.statusCode === 404 ? "" : readFileSync(file));
});
process.on("message", () => process.exit());
process.on("disconnect", () => process.exit(1));
server.listen(port, "127.0.0.1", () => process.send({ ready: true }));
