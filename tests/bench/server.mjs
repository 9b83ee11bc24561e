// A process that serves one built Worker. workerd gets a core to itself; this process, which reads its logs, does
// not.
import { serve } from "../../worker/local/serve.mjs";
import { childrenOf, pin, serverCore } from "./processes.mjs";

process.env.WRANGLER_LOG = "none";

const { options, mostHeapMb } = JSON.parse(process.argv[2]);
if (mostHeapMb) process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${mostHeapMb}`;

const server = await serve({
	...options,
	onLog: (message, level) => level === "error" && console.error(message),
});
const pids = childrenOf(process.pid);
for (const pid of pids) pin(pid, serverCore);
process.on("message", async () => {
	await server.stop();
	process.exit();
});
process.on("disconnect", () => process.exit(1));
process.send({ ready: true, url: server.url, pids });
