import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The file of the local D1, or undefined before the first migration. */
export const findDatabase = (persistTo) => {
	const folder = join(persistTo, "v3/d1/miniflare-D1DatabaseObject");
	if (!existsSync(folder)) return undefined;
	const files = readdirSync(folder).filter((file) => file.endsWith(".sqlite") && file !== "metadata.sqlite");
	return files
		.map((file) => join(folder, file))
		.find((file) => {
			const database = new DatabaseSync(file, { readOnly: true });
			const table = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'organisations'").get();
			database.close();
			return table !== undefined;
		});
};
