// Makes an institution, here or at Cloudflare: npm run institution -- --help
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { unstable_readConfig } from "wrangler";
import { portOf, readDevVars } from "./dev-vars.mjs";
import { migrate } from "./migrate.mjs";
import { runTool } from "./run.mjs";
import { whenFree } from "./when-free.mjs";
import "./resolve-typescript.mjs";

const help = `npm run institution -- --id ID --name NAME --admin EMAIL [options]
makes an institution with roles, a workflow, templates and a form, and prints the link for its administrator
  --id crestfield              the first part of all its addresses: small letters, digits and hyphens
  --name "Crestfield College"  its name
  --admin ada@college.example  the email address of its first administrator
  --admin-name "Ada Obi"       the administrator's name
  --address "1 College Road"   its postal address, and
  --phone "0800 000 0000"      its phone number, for letters and printed forms
  --short-name CC              its short name; the initials unless given
  --time-zone Africa/Lagos     its time zone
  --course-alias programme     what it calls a course
  --remote                     in the database at Cloudflare, which wrangler.toml names
  --origin https://…           where the portal is reached; unless given, PORTAL_ORIGIN of wrangler.toml with --remote,
                               otherwise where npm start served it last
  --persist-to .wrangler/state where the local state lies`;

const { values: options } = parseArgs({
	options: {
		...Object.fromEntries(
			[
				"id",
				"name",
				"admin",
				"admin-name",
				"short-name",
				"time-zone",
				"course-alias",
				"origin",
				"address",
				"phone",
			].map((name) => [name, { type: "string" }]),
		),
		"persist-to": { type: "string", default: ".wrangler/state" },
		remote: { type: "boolean", default: false },
		help: { type: "boolean", default: false },
	},
});

/** Runs `wrangler d1 execute`, which does all of its statements or none, and returns what it answered. */
const execute = (...what) => whenFree(() => executeOnce(...what));

const executeOnce = async (...what) => {
	const where = options.remote ? ["--remote"] : ["--local", "--persist-to", options["persist-to"]];
	const args = ["d1", "execute", "DB", ...where, "--yes", "--json", ...what];
	// why: with less than that it does not print the answer either.
	const env = { WRANGLER_LOG: "log" };
	const { code, output } = await runTool("wrangler", args, { stdio: ["ignore", "pipe", "pipe"], env });
	if (code !== 0) throw new Error(`The database cannot be used:\n${output.trim()}`);
	return JSON.parse(output.slice(output.indexOf("[")));
};

/** @returns the institutions there are, by id, each with the letters that begin its words in the index */
const readInstitutions = async () => {
	const [{ results }] = await execute("--command", "SELECT id, search_key FROM organisations");
	return new Map(results.map(({ id, search_key }) => [id, search_key]));
};

const runAll = async (statements) => {
	const folder = mkdtempSync(join(tmpdir(), "matricula-"));
	const file = join(folder, "institution.sql");
	try {
		writeFileSync(file, `${statements.join("\n")}\n`, { mode: 0o600 });
		await execute("--file", file);
	} finally {
		rmSync(folder, { recursive: true });
	}
};

const portalOrigin = () => {
	const origin = options.remote
		? unstable_readConfig({ config: "wrangler.toml" }, { hideWarnings: true }).vars.PORTAL_ORIGIN
		: readDevVars(portOf(options["persist-to"])).PORTAL_ORIGIN;
	const given = options.origin ?? origin;
	if (!URL.canParse(given ?? ""))
		throw new Error("Say where the portal is reached: --origin https://…, or PORTAL_ORIGIN in wrangler.toml.");
	return new URL(given).origin;
};

const readWanted = async () => {
	const { NewInstitution } = await import("#worker/database/new-institution/options");
	const { "admin-name": adminName, "short-name": shortName, "time-zone": timeZone } = options;
	const { id, name, admin, address, phone, "course-alias": courseAlias } = options;
	const parsed = v.safeParse(NewInstitution, {
		id,
		name,
		admin,
		adminName,
		shortName,
		address,
		phone,
		timeZone,
		courseAlias,
	});
	if (parsed.success) return parsed.output;
	const flag = (key) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
	const faults = Object.entries(v.flatten(parsed.issues).nested).map(([key, [fault]]) => `  --${flag(key)}: ${fault}`);
	throw new Error(
		["The institution was not made.", ...faults, "npm run institution -- --help lists all options."].join("\n"),
	);
};

const run = async () => {
	if (options.help) return console.log(help);
	const wanted = await readWanted();
	const origin = portalOrigin();
	if (!options.remote) await whenFree(() => migrate(options["persist-to"]));
	const existing = await readInstitutions();
	if (existing.has(wanted.id)) throw new Error(`There is an institution “${wanted.id}” already; nothing was changed.`);

	const { buildInstitution } = await import("#worker/database/new-institution/build");
	const { chooseSearchKey } = await import("#worker/database/new-institution/options");
	const { lifetimesMs } = await import("#worker/services/auth/one-time-tokens.writes");
	const { hashToken, randomToken } = await import("#worker/http/keys");
	const [now, token] = [Date.now(), randomToken()];
	const { statements, administratorId } = buildInstitution(wanted, {
		now,
		newId: () => crypto.randomUUID(),
		searchKey: chooseSearchKey(wanted.id, new Set(existing.values())),
		link: { tokenHash: await hashToken(token), expiresAt: now + lifetimesMs.confirm },
	});
	await runAll(statements);
	const query = new URLSearchParams({ user: administratorId, token });
	console.log(`${wanted.name} is made. Its address is ${origin}/${wanted.id}

Send this link to ${wanted.admin}. It works once, for ${lifetimesMs.confirm / 86_400_000} days: the person who opens it chooses the
administrator's password.

${origin}/${wanted.id}/confirm?${query}`);
};

try {
	await run();
} catch (error) {
	console.error(process.env.DEBUG ? error : error.message);
	process.exitCode = 1;
}
