import type { OrgContext } from "#worker/context";

/** Institutions of which an isolate remembers something, and facts of one of them. */
const maxOrganisations = 200;
const maxFacts = 500;

const known = new Map<string, { version: number; facts: Map<string, unknown> }>();

/**
 * Returns what read() returns: a fact of the institution's configuration, which this isolate remembers until anything of
 * that configuration changes. Nothing is remembered of what is not there.
 *
 * why it is exact: the configuration's version comes with the session of the same request, and triggers raise it with
 * every change of a table that counts (migration 0019). A fact is read after the version, so that it is never older.
 */
export const remembered = async <T>(
	{ organisationId, configVersion }: Pick<OrgContext, "organisationId" | "configVersion">,
	key: string,
	read: () => Promise<T>,
): Promise<T> => {
	if (configVersion === undefined) return read();
	const facts = factsOf(organisationId, configVersion);
	if (facts.has(key)) return facts.get(key) as T;
	const fact = await read();
	if (fact !== undefined && facts.size < maxFacts) facts.set(key, fact);
	return fact;
};

const factsOf = (organisationId: string, version: number): Map<string, unknown> => {
	const current = known.get(organisationId);
	if (current?.version === version) return current.facts;
	// why: those who were asked about last come last; the first are forgotten.
	known.delete(organisationId);
	const [oldest] = known.keys();
	if (oldest !== undefined && known.size >= maxOrganisations) known.delete(oldest);
	const facts = new Map<string, unknown>();
	known.set(organisationId, { version, facts });
	return facts;
};
