import type { AppLoadContext } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { type ListAddress, listQuery } from "#app/routes/applicants/list-address";
import { countStages, listApplicants } from "#worker/services/applicants/contract";
import {
	defaultApplication,
	getApplication,
	listApplicationAdminLevelItems,
	searchApplications,
} from "#worker/services/applications/contract";

/** Applications the picker offers before anything is typed. */
const offered = "20";

/** Everything the list shows, asked for side by side. Throws the page of what makes it impossible. */
export const loadList = async ({ api }: AppLoadContext, wanted: ListAddress) => {
	const application = wanted.application ?? (await findDefault(api));
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

const findDefault = async (api: AppLoadContext["api"]): Promise<string | undefined> => {
	const found = await api.call(defaultApplication, {});
	return !found.ok && found.problem.status === 404 ? undefined : orThrow(found).id;
};

export type LoadedList = NonNullable<Awaited<ReturnType<typeof loadList>>>;
