import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import type { ApiClient } from "#app/api/client";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { findDefaultApplication } from "#app/list/find-default-application.server";
import { listSearch, readListAddress, withSelected } from "#app/list/list-address";
import type { ChangedView } from "#app/routes/saved-views/change-view.server";
import { loadReplaceable, saveView } from "#app/routes/saved-views/save-view.server";
import { SaveViewDialog } from "#app/routes/saved-views/view-dialogs";
import { replaced, sharingApplicants, unsentView } from "#app/routes/saved-views/view-form";
import { may } from "#app/session/may-call";
import { refusal } from "#app/session/refusal.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { type ApplicantFilter, filterOf } from "#worker/contract/applicant-filter";
import { createSavedView, listSavedViews, updateSavedView } from "#worker/services/saved-views/contract";

export const meta = titledOver("Save view");

type Filters = ApplicantFilter & { applicationId: string };

const views = {
	guard: createSavedView,
	what: "The view" as const,
	sharing: may.changeApplicants,
	find: (api: ApiClient) => api.call(listSavedViews, { query: { counted: "false" } }),
	read: async (api: ApiClient, search: URLSearchParams): Promise<Filters> => {
		const address = readListAddress(search);
		const applicationId = address.applicationId ?? (await findDefaultApplication(api))?.id;
		if (applicationId === undefined) throw refusal("application_unavailable");
		return { ...filterOf(address), applicationId };
	},
	create: (api: ApiClient, view: ChangedView, filters: Filters, key: { idempotencyKey?: string }) =>
		api.call(createSavedView, { body: { ...view, filters } }, key),
	replace: (api: ApiClient, params: { id: string }, view: ChangedView, filters: Filters) =>
		api.call(updateSavedView, { params, body: { ...view, filters } }),
	listOf: (search: URLSearchParams, { applicationId }: Filters) => {
		const address = readListAddress(search);
		return `applicants${withSelected(listSearch({ ...address, applicationId }), address.selected)}`;
	},
};

export const loader = (args: LoaderFunctionArgs) => loadReplaceable(args, views);

export const action = (args: ActionFunctionArgs) => saveView(args, views);

export const clientAction = keepPage<typeof action>(unsentView);

export const { handle, shouldRevalidate } = shows({});

/** Checks whether a list holds every applicant assigned to the user, so that its view is called 'Mine'. */
const isMine = ({ applicationId: _, assigned, ...others }: ApplicantFilter) =>
	assigned === "me" && Object.keys(others).length === 0;

const newView = { isPinned: true, isShared: false };

const SaveView = () => {
	const { view, others, mayShare, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { orgName } = useShell();
	const [params] = useSearchParams();
	const base = `/${orgName}/applicants`;
	const list = readListAddress(params);
	const search = withSelected(listSearch(list), list.selected);
	return (
		<SaveViewDialog
			view={view}
			others={others}
			answer={answer}
			fresh={{ ...newView, name: isMine(filterOf(list)) ? "Mine" : "" }}
			closeTo={base + search}
			all={`${base}/views`}
			replacing={(id) => `${base}/views/new${search}${search ? "&" : "?"}${replaced}=${id}`}
			sharing={mayShare ? sharingApplicants : null}
		>
			<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
		</SaveViewDialog>
	);
};
export default SaveView;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
