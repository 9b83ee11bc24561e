import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { openLater } from "#app/api/later.server";
import { httpStatus, problemResponse } from "#app/api/problem-response";
import {
	hasWholeNumbers,
	type ListAddress,
	listSearch,
	maxSelected,
	readListAddress,
	refilter,
	withSelected,
} from "#app/list/list-address";
import { NoApplications } from "#app/list/no-applications";
import { ApplicantList } from "#app/routes/applicants/applicant-list";
import { type LoadedList, loadList } from "#app/routes/applicants/load-list.server";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { PageHeader } from "#app/ui/page/page-header";
import { problem } from "#worker/contract/problems";
import { ok } from "#worker/contract/result";
import { listApplicants } from "#worker/services/applicants/contract";
import { sendEmail } from "#worker/services/emails/sending.contract";
import { updateApplicants } from "#worker/services/stage-changes/contract";

/** Names the list by what it shows: "Shortlisted · Process Applicants · Matricula". */
export const meta: MetaFunction<typeof loader> = ({ data }) => {
	const { address, stages } = data?.list ?? {};
	const stage = stages?.stages.find(({ id, type }) => address?.stage === id || address?.stage === type);
	const parts = [address?.keyword && `“${address.keyword}”`, stage?.name, address?.page && `Page ${address.page + 1}`];
	return titled([...parts.filter(Boolean), "Process Applicants"].join(" · "))();
};

/** Loads the applicants of an application (§2 Applicants): stage tabs, filters, rows. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, listApplicants);
	const params = new URL(args.request.url).searchParams;
	// why: an invalid page must not show the first one instead.
	if (!hasWholeNumbers(params)) throw problemResponse(problem("invalid_query"));
	const address = readListAddress(params);
	const turn = params.get("turn");
	// why a redirect: without scripts the ticks of this page are sent with the button that leads to another.
	if (turn !== null) throw redirect(`/${orgName}/applicants${turnedSearch(address, turn === "prev" ? -1 : 1)}`);
	const later = openLater(args);
	const { list, needs } = (await loadList(args.context, address, later)) ?? {
		list: null,
		needs: Promise.resolve(ok(null)),
	};
	const mayMove = mayCall(user, updateApplicants);
	const mayEmail = mayCall(user, sendEmail);
	// why: the picker and the tabs are rendered, but the response is not a success.
	const status = list && !list.applicants.ok ? httpStatus(list.applicants.problem) : 200;
	return later.respond({ list, orgName, mayMove, mayEmail, now: Date.now() }, { needs }, { status });
};

const turnedSearch = (address: ListAddress, by: number): string =>
	withSelected(refilter(address, { page: Math.max(0, address.page + by) }), address.selected.slice(0, maxSelected));

/** why: opening an applicant or a dialog keeps the list's address, so its rows stay the same. */
const isAnotherList: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }) => {
	if (formMethod && formMethod !== "GET") return true;
	const samePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
	if (samePage) return defaultShouldRevalidate;
	if (!hasWholeNumbers(nextUrl.searchParams)) return true;
	return listSearch(readListAddress(currentUrl.searchParams)) !== listSearch(readListAddress(nextUrl.searchParams));
};

export const { handle, shouldRevalidate } = shows<typeof loader>(
	{ applicants: ({ data }) => data.list?.application.id },
	isAnotherList,
);

const Applicants = () => {
	const loaded = useLoaderData<typeof loader>();
	if (!loaded.list)
		return (
			<>
				<PageHeader title="Process Applicants" />
				<NoApplications className="mt-4">
					Applicants appear here as soon as the institution opens an application.
				</NoApplications>
			</>
		);
	return <ApplicantList key={loaded.list.application.id} {...loaded} list={loaded.list as LoadedList} />;
};
export default Applicants;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
