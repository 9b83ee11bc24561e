import type { GenericSchema } from "valibot";
import type { Endpoint } from "#worker/contract/endpoint";
import * as adminLevels from "#worker/services/admin-levels/contract";
import * as applicants from "#worker/services/applicants/contract";
import * as applications from "#worker/services/applications/contract";
import * as auth from "#worker/services/auth/contract";
import * as candidateInfo from "#worker/services/candidate-info/contract";
import * as courses from "#worker/services/courses/contract";
import * as forms from "#worker/services/forms/contract";
import * as locations from "#worker/services/locations/contract";
import * as notifications from "#worker/services/notifications/contract";
import * as organisation from "#worker/services/organisation/contract";
import * as search from "#worker/services/search/contract";
import * as tasks from "#worker/services/tasks/contract";
import * as templates from "#worker/services/templates/contract";
import * as users from "#worker/services/users/contract";
import * as workflows from "#worker/services/workflows/contract";

/** The features in the order the documentation shows them. */
const contracts: readonly (readonly [title: string, contract: Record<string, unknown>])[] = [
	["Signing in", auth],
	["Users and roles", users],
	["Organisation", organisation],
	["Applications", applications],
	["Courses", courses],
	["Structure", adminLevels],
	["Workflows", workflows],
	["Applicants", applicants],
	["Forms", forms],
	["Locations", locations],
	["Templates", templates],
	["Notifications", notifications],
	["Tasks", tasks],
	["Search", search],
	["Public summary", candidateInfo],
];

export const featureTitles: readonly string[] = contracts.map(([title]) => title);

/** Where an endpoint is declared: its feature's title, and the name it is exported by. */
export const declarationOf = (endpoint: Endpoint): { feature: string; name: string } | undefined => {
	for (const [feature, contract] of contracts)
		for (const [name, exported] of Object.entries(contract)) if (exported === endpoint) return { feature, name };
	return undefined;
};

/** The schemas that contracts export by a name of their own, for the documentation to refer to. */
export const namedSchemas = (): Record<string, GenericSchema> => {
	const named: Record<string, GenericSchema> = {};
	for (const [, contract] of contracts)
		for (const [name, exported] of Object.entries(contract))
			if (isSchema(exported) && !Object.values(named).includes(exported))
				named[Object.hasOwn(named, name) ? freshName(named, name) : name] = exported;
	return named;
};

const isSchema = (exported: unknown): exported is GenericSchema =>
	typeof exported === "object" && exported !== null && "kind" in exported && exported.kind === "schema";

const freshName = (taken: object, name: string): string => {
	let number = 2;
	while (Object.hasOwn(taken, `${name}${number}`)) number++;
	return `${name}${number}`;
};
