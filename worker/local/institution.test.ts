import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const migrations = "worker/database/migrations";

const bodyOf = async (request: IncomingMessage): Promise<string> => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks).toString();
};

/** Starts Cloudflare's interface of D1 as wrangler calls it: queries, and files that are uploaded and then imported. */
const startCloudflare = async () => {
	const database = new DatabaseSync(":memory:");
	for (const file of readdirSync(migrations).filter((name) => name.endsWith(".sql")))
		database.exec(readFileSync(`${migrations}/${file}`, "utf8"));
	const calls: string[] = [];
	let uploaded = "";
	const answer = (path: string, body: string, origin: string) => {
		const asked = JSON.parse(body || "{}") as { sql?: string; action?: string; etag?: string };
		if (path.endsWith("/query"))
			return [{ results: database.prepare(asked.sql ?? "").all(), success: true, meta: { duration: 1 } }];
		if (asked.action === "init") return { upload_url: `${origin}/upload`, filename: "institution.sql" };
		database.exec(uploaded);
		return {
			type: "import",
			success: true,
			status: "complete",
			at_bookmark: "1",
			messages: [],
			result: {
				final_bookmark: "1",
				num_queries: 1,
				meta: { duration: 1, rows_read: 1, rows_written: 1, size_after: 1 },
			},
		};
	};
	const server = createServer(async (request, response) => {
		const { address, port } = server.address() as AddressInfo;
		const body = await bodyOf(request);
		const path = request.url?.split("?")[0] ?? "";
		calls.push(`${request.method} ${path}`);
		if (path === "/upload") {
			uploaded = body;
			const etag = (await import("node:crypto")).createHash("md5").update(body).digest("hex");
			response.writeHead(200, { etag: `"${etag}"` }).end();
			return;
		}
		if (request.headers.authorization !== "Bearer token-of-the-test") {
			response
				.writeHead(403)
				.end(JSON.stringify({ success: false, errors: [{ code: 10000, message: "Authentication" }] }));
			return;
		}
		const result = answer(path, body, `http://${address}:${port}`);
		response.writeHead(200, { "content-type": "application/json" });
		response.end(JSON.stringify({ success: true, errors: [], messages: [], result }));
	});
	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	const { port } = server.address() as AddressInfo;
	return { database, calls, origin: `http://127.0.0.1:${port}`, stop: () => server.close() };
};

let cloudflare: Awaited<ReturnType<typeof startCloudflare>>;
beforeAll(async () => {
	cloudflare = await startCloudflare();
});
afterAll(() => cloudflare.stop());

const run = promisify(execFile);
const make = (token = "token-of-the-test") =>
	run(
		process.execPath,
		[
			"worker/local/institution.mjs",
			"--remote",
			"--origin",
			"https://portal.example.edu",
			"--id",
			"lakeside",
			"--name",
			"Lakeside College",
			"--admin",
			"ada@lakeside.example",
		],
		{
			env: {
				...process.env,
				CLOUDFLARE_API_BASE_URL: `${cloudflare.origin}/client/v4`,
				CLOUDFLARE_API_TOKEN: token,
				CLOUDFLARE_ACCOUNT_ID: "account",
				WRANGLER_SEND_METRICS: "false",
			},
		},
	);

test("makes an institution in the database at Cloudflare, once", { timeout: 150_000 }, async () => {
	await expect(make("another"), "a wrong token changes nothing").rejects.toThrow("The database cannot be used");
	const { stdout } = await make();
	expect(stdout).toMatch(/https:\/\/portal\.example\.edu\/lakeside\/confirm\?user=[\w-]+&token=[\w-]+/);
	const rows = (sql: string) => cloudflare.database.prepare(sql).all();
	expect(rows("SELECT id, name FROM organisations")).toEqual([{ id: "lakeside", name: "Lakeside College" }]);
	expect(rows("SELECT email FROM users")).toEqual([{ email: "ada@lakeside.example" }]);
	expect(rows("SELECT name FROM roles").length).toBe(4);
	expect(cloudflare.calls.some((call) => call.endsWith("/import"))).toBe(true);
	await expect(make()).rejects.toThrow("There is an institution “lakeside” already; nothing was changed.");
});
