import type { ApiClient } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { choiceOf, readChosen, rowsPage } from "#app/list/bulk/batch-target";
import { readListAddress } from "#app/list/list-address";
import { defaultApplication, getApplication } from "#worker/services/applications/contract";

/** What the address of a batch dialog asks: whom it is about, what would become of them, and which page of the answer. */
export const askedOfBatch = ({ url }: Request) => {
	const params = new URL(url).searchParams;
	const chosen = readChosen(params);
	return {
		params,
		chosen,
		isAnybodyChosen: chosen.isAll || chosen.ids.length > 0,
		/** Whom, and which page, as the services take it. */
		choice: { ...choiceOf(params, chosen), ...rowsPage(params) },
		/** The stage, course, place or template; '' while none is chosen. */
		to: params.get("to") ?? "",
	};
};

/** The application whose list the address shows. */
export const shownApplicationId = async (api: ApiClient, params: URLSearchParams): Promise<string> =>
	readListAddress(params).applicationId ?? orThrow(await api.call(defaultApplication, {})).id;

export const shownApplication = async (api: ApiClient, params: URLSearchParams) =>
	orThrow(await api.call(getApplication, { params: { id: await shownApplicationId(api, params) } }));
