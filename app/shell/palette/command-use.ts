import * as v from "valibot";
import { dayMs } from "#worker/contract/day-ms";

const storageKey = "matricula-commands";
const keptAtMost = 60;

const Use = v.object({ count: v.number(), at: v.number() });
/** How often and when last each command was chosen, by its id. Holds no personal data. */
const CommandUse = v.record(v.string(), Use);
export type CommandUse = v.InferOutput<typeof CommandUse>;

/** Returns a command's rank by use: a choice of today counts in full, one of a week ago an eighth. */
export const weightOfUse = (use: CommandUse[string] | undefined, now: number): number =>
	use ? use.count / (1 + Math.max(0, now - use.at) / dayMs) : 0;

/** Returns the record after one more choice; the least used command drops out. */
export const withUse = (used: CommandUse, id: string, now: number): CommandUse =>
	Object.fromEntries(
		Object.entries({ ...used, [id]: { count: (used[id]?.count ?? 0) + 1, at: now } })
			.sort(([, a], [, b]) => weightOfUse(b, now) - weightOfUse(a, now))
			.slice(0, keptAtMost),
	);

export const readUse = (): CommandUse => {
	const stored = v.safeParse(
		v.pipe(v.string(), v.parseJson(), CommandUse),
		whereAllowed((storage) => storage.getItem(storageKey)),
	);
	return stored.success ? stored.output : {};
};

export const rememberUse = (id: string): void => {
	const used = withUse(readUse(), id, Date.now());
	whereAllowed((storage) => storage.setItem(storageKey, JSON.stringify(used)));
};

/** why: storage may be denied or full; the palette then ranks without memory. */
const whereAllowed = <T>(ask: (storage: Storage) => T): T | undefined => {
	try {
		return ask(window.localStorage);
	} catch {
		return undefined;
	}
};
