import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";

const path = ".dev.vars";

const secret = () => randomBytes(32).toString("base64url");

/** The settings of this machine, with secrets made up the first time. worker/env.ts says what else may be set. */
export const readDevVars = (port) => {
	if (!existsSync(path)) {
		const lines = [
			'ENVIRONMENT="development"',
			`PORTAL_ORIGIN="http://localhost:8787"`,
			`SECRET="${secret()}"`,
			`CLIENT_SECRET="${secret()}"`,
		];
		writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o600 });
	}
	const vars = parseEnv(readFileSync(path, "utf8"));
	return { ...vars, PORTAL_ORIGIN: atPort(vars.PORTAL_ORIGIN, port) };
};

/** why: forms are accepted from this origin only, so it must follow PORT; a host of one's own stays. */
const atPort = (origin = "http://localhost:8787", port) =>
	new URL(origin).hostname === "localhost" ? `http://localhost:${port}` : origin;
