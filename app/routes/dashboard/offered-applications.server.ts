import type { ApiClient } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import type { Choice } from "#app/routes/dashboard/application-filter";
import { largestApplication, listApplicationTitles, searchApplications } from "#worker/services/applications/contract";

/** How many applications are offered before somebody searches. */
const offeredAtMost = 100;

interface Asked {
	/** The application that the address names, which is offered whatever else is. */
	chosen: string | undefined;
	/** What is searched without scripts. */
	title: string;
}

/** Reads the applications that the dashboard offers, and of which of them it says what waits: the chosen one, else the largest. */
export const offeredApplications = async (api: ApiClient, { chosen, title }: Asked) => {
	const search = (query: { ids?: string; keyword?: string; size: string }) =>
		api.call(searchApplications, { query }).then(orThrow);
	const size = String(offeredAtMost);
	const [newest, found, largest] = await Promise.all([
		api.call(listApplicationTitles, { query: { size } }).then(orThrow),
		title === "" ? undefined : search({ keyword: title, size }),
		chosen === undefined ? findLargest(api) : undefined,
	]);
	const isOffered = (found ?? newest).data.some(({ id }) => id === chosen);
	const named = chosen === undefined || isOffered ? [] : (await search({ ids: chosen, size: "1" })).data;
	const offered = [...named, ...(found ?? newest).data];
	return {
		/** Null where all are offered at once, and none has to be searched for. */
		searched:
			newest.resultTotal > offeredAtMost ? { title, isFound: found === undefined || found.data.length > 0 } : null,
		applications: offered.map(({ id, title }): Choice => [id, title]),
		/** Undefined for an institution without applications, or where the address names an unknown one. */
		subject: largest ?? offered.find(({ id }) => id === chosen),
	};
};

/** why not the newest: what waits is where most applicants are. */
const findLargest = async (api: ApiClient) => {
	const found = await api.call(largestApplication, {});
	return !found.ok && found.problem.status === 404 ? undefined : orThrow(found);
};
