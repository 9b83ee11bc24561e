import type { OrgContext } from "#worker/context";
import { Recent } from "#worker/contract/recent";

/** The most institutions that an isolate remembers, and facts of each. */
const maxOrganisations = 200;
const maxFacts = 500;

const known = new Recent<{ version: number; facts: Map<string, unknown> }>(maxOrganisations);

/**
 * Returns a fact of the institution's configuration, which this isolate remembers until the configuration changes.
 * why it is exact: the version comes with the session, triggers raise it with every change (migration 0019), and a
 * fact is read after its version. Nothing is remembered of what does not exist.
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
	const facts = new Map<string, unknown>();
	known.set(organisationId, { version, facts });
	return facts;
};
