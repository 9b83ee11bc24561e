import type { AppLoadContext } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { type ListAddress, listQuery } from "#app/routes/applicants/list-address";
import { countStages, listApplicants } from "#worker/services/applicants/contract";
import {
	getApplication,
	listApplicationAdminLevelItems,
	listApplications,
	searchApplications,
} from "#worker/services/applications/contract";

/** Applications the picker offers before anything is typed. */
const offered = "20";

/** Everything the list shows, asked for side by side. Throws the page of what makes it impossible. */
export const loadList = async ({ api }: AppLoadContext, wanted: ListAddress) => {
	const application = wanted.application ?? (await defaultApplication(api));
	// why: an institution that has no application yet has an empty page, not an error.
	if (application === undefined) return undefined;
	const address = { ...wanted, application };
	const query = listQuery(address);
	const params = { id: application };
	const [about, stages, items, choices, applicants] = await Promise.all([
		api.call(getApplication, { params }),
		api.call(countStages, {
			query: {
				applicationId: application,
				administrationLevelItemIds: query.administrationLevelItemIds,
				courseIds: query.courseIds,
			},
		}),
		api.call(listApplicationAdminLevelItems, { params }),
		api.call(searchApplications, { query: { pageSize: offered } }),
		api.call(listApplicants, {
			query: {
				...query,
				page: String(address.page),
				size: String(address.size),
				after: address.after,
				before: address.before,
			},
		}),
	]);
	return {
		address,
		application: orThrow(about),
		stages: orThrow(stages),
		items: items.ok ? items.value.data : [],
		choices: choices.ok ? choices.value.data : [],
		// why: a list that fails leaves the frame, the picker and the tabs usable.
		applicants,
	};
};

/** Where the work is: the open application with the most applicants, else the newest. */
const defaultApplication = async (api: AppLoadContext["api"]): Promise<string | undefined> => {
	const { data } = orThrow(await api.call(listApplications, { query: { page: "0", size: offered } }));
	const [busiest] = data.filter(({ status }) => status === "open").sort((a, b) => b.applicants - a.applicants);
	return (busiest ?? data[0])?.id;
};

export type LoadedList = NonNullable<Awaited<ReturnType<typeof loadList>>>;
