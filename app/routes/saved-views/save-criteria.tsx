import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import type { ApiClient } from "#app/api/client";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import type { ChangedView } from "#app/routes/saved-views/change-view.server";
import { loadReplaceable, saveView } from "#app/routes/saved-views/save-view.server";
import { SaveViewDialog } from "#app/routes/saved-views/view-dialogs";
import { replaced, sharingCriteria, unsentView } from "#app/routes/saved-views/view-form";
import { may } from "#app/session/may-call";
import { refusal } from "#app/session/refusal.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { readAssistant } from "#worker/services/assistant/contract";
import {
	createSavedCriteria,
	listSavedCriteria,
	updateSavedCriteria,
} from "#worker/services/saved-views/criteria.contract";

export const meta = titledOver("Save criteria");

/** Reads the criteria of the session that the address names. */
const criteriaOf = async (api: ApiClient, address: URLSearchParams) => {
	const [app_id, session_id] = ["application", "session"].map((name) => address.get(name) ?? "");
	if (!app_id || !session_id) throw refusal("not_found");
	// why the last place: nobody has to be judged again to read the criteria.
	const query = { app_id, session_id, section: "met", page: "1" } as const;
	const { criteriasList } = orThrow(await api.call(readAssistant, { query }));
	return criteriasList.map(({ criterion }) => criterion);
};

type Criteria = Awaited<ReturnType<typeof criteriaOf>>;

/** Returns the query text of the list that is judged, without the dialog's own parameters. */
const sessionSearch = (params: URLSearchParams): string => {
	const kept = ["application", "session", "list", "page"].flatMap((name) => {
		const value = params.get(name);
		return value ? [[name, value]] : [];
	});
	return `?${new URLSearchParams(kept)}`;
};

const criteria = {
	guard: createSavedCriteria,
	what: "The criteria" as const,
	sharing: may.changeApplicants,
	find: (api: ApiClient) => api.call(listSavedCriteria, { query: {} }),
	read: criteriaOf,
	create: (api: ApiClient, { name, isShared }: ChangedView, criteria: Criteria, key: { idempotencyKey?: string }) =>
		api.call(createSavedCriteria, { body: { name, isShared, criteria } }, key),
	replace: (api: ApiClient, params: { id: string }, { isPinned: _, ...view }: ChangedView, criteria: Criteria) =>
		api.call(updateSavedCriteria, { params, body: { ...view, criteria } }),
	listOf: (address: URLSearchParams) => `process-ai${sessionSearch(address)}`,
};

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, createSavedCriteria);
	await criteriaOf(api, new URL(args.request.url).searchParams);
	return loadReplaceable(args, criteria);
};

export const action = (args: ActionFunctionArgs) => saveView(args, criteria);

export const clientAction = keepPage<typeof action>(unsentView);

export const { handle, shouldRevalidate } = shows({});

const fresh = { name: "", isShared: false };

/** Saves the criteria of a list under a name, as new ones or in the place of others. */
const SaveCriteria = () => {
	const { view, others, mayShare, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const [params] = useSearchParams();
	const base = `/${useShell().orgName}/process-ai`;
	const search = sessionSearch(params);
	return (
		<SaveViewDialog
			view={view}
			fresh={fresh}
			others={others}
			answer={answer}
			what="criteria"
			about="the criteria of this list"
			closeTo={base + search}
			all={`${base}/views`}
			replacing={(id) => `${base}/views/new${search}&${replaced}=${id}`}
			sharing={mayShare ? sharingCriteria : null}
		>
			<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
		</SaveViewDialog>
	);
};
export default SaveCriteria;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
