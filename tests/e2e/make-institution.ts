import { execFileSync } from "node:child_process";

/** The password that an administrator of these institutions chooses. */
export const password = "Harmattan Market 7!";

/** Runs the command that makes an institution, in the database that the portal serves. @returns the administrator's link */
export const makeInstitution = (id: string, state: string, origin: string): string => {
	const options = ["--id", id, "--name", `College of ${id}`, "--admin", `ada@${id}.example`, "--admin-name", "Ada Obi"];
	const printed = execFileSync(
		process.execPath,
		["worker/local/institution.mjs", ...options, "--persist-to", state, "--origin", origin],
		{ encoding: "utf8" },
	);
	return printed.match(/https?:\/\/\S+\/confirm\?\S+/)?.[0] ?? "";
};
