import type { ApiCall } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import type { Choice } from "#app/routes/dashboard/application-filter";
import { searchApplications } from "#worker/services/applications/contract";

/** How many applications are offered before somebody searches. */
const offeredAtMost = 100;

interface Asked {
	/** The application that the address names, which is offered whatever else is. */
	chosen: string | undefined;
	/** What is searched without scripts. */
	title: string;
}

/** Reads the applications that the dashboard offers, and the largest of the newest. */
export const offeredApplications = async ({ call }: { call: ApiCall }, { chosen, title }: Asked) => {
	const search = (query: { ids?: string; keyword?: string; size: string }) =>
		call(searchApplications, { query }).then(orThrow);
	const size = String(offeredAtMost);
	const [newest, found] = await Promise.all([
		search({ size }),
		title === "" ? undefined : search({ keyword: title, size }),
	]);
	const isOffered = (found ?? newest).data.some(({ id }) => id === chosen);
	const named = chosen === undefined || isOffered ? [] : (await search({ ids: chosen, size: "1" })).data;
	// why not the newest of all: what waits is where most applicants are.
	const [largest] = [...newest.data].sort((one, other) => other.applicants - one.applicants);
	return {
		/** Null where all are offered at once, and none has to be searched for. */
		searched:
			newest.resultTotal > offeredAtMost ? { title, isFound: found === undefined || found.data.length > 0 } : null,
		applications: [...named, ...(found ?? newest).data].map(({ id, title }): Choice => [id, title]),
		largest,
	};
};
