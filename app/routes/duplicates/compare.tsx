import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { readChoices } from "#app/routes/duplicates/choices";
import { ChooseOther } from "#app/routes/duplicates/choose-other";
import { Comparison } from "#app/routes/duplicates/comparison";
import { submitComparison } from "#app/routes/duplicates/submit-comparison.server";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { problemToast } from "#worker/contract/screen-problems";
import { listApplicants } from "#worker/services/applicants/contract";
import { compareApplicants, listDuplicatesOf, mergeApplicants } from "#worker/services/duplicates/contract";

export const meta = titled("Compare applicants");

/** Loads the comparison of two applicants; when the address names one, the applicants to compare it with. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, compareApplicants);
	const { searchParams } = new URL(args.request.url);
	const firstId = searchParams.get("first");
	const secondId = searchParams.get("second");
	if (!firstId) throw redirect(`/${orgName}/duplicates`);
	if (!secondId) return json({ kind: "choose" as const, orgName, ...(await loadOthers(args, firstId)) });
	const compared = await args.context.api.call(compareApplicants, { query: { firstId, secondId } });
	if (!compared.ok && compared.problem.status === 404) await followMerges(args, firstId, secondId);
	const comparison = orThrow(compared);
	return json({
		kind: "compare" as const,
		orgName,
		comparison,
		keep: searchParams.get("keep") === "second" ? ("second" as const) : ("first" as const),
		mayMerge: mayCall(user, mergeApplicants),
		idempotencyKey: crypto.randomUUID(),
	});
};

export const action = (args: ActionFunctionArgs) => submitComparison(args);

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	chosen: readChoices(form),
	error: problemToast(problem),
	fields: {},
	comparison: null,
	changes: [],
}));

export const { handle, shouldRevalidate } = shows<typeof loader>({
	applicant: ({ data }) =>
		data.kind === "choose" ? data.applicant.id : [data.comparison.first.id, data.comparison.second.id],
});

const Compare = () => {
	const loaded = useLoaderData<typeof loader>();
	if (loaded.kind === "choose") return <ChooseOther {...loaded} />;
	const { first, second } = loaded.comparison;
	return <Comparison key={`${first.id} ${second.id} ${loaded.keep}`} {...loaded} />;
};
export default Compare;

/** Redirects when one of the two has been merged: to the comparison of their targets, or to the one target of both. */
const followMerges = async ({ context, params }: LoaderFunctionArgs, firstId: string, secondId: string) => {
	const [first, second] = await Promise.all([context.applicant(firstId), context.applicant(secondId)]);
	if (!first.ok || !second.ok) return;
	const ids = { first: first.value.id, second: second.value.id };
	if (ids.first === ids.second) throw redirect(`/${params.orgName}/applicants/${ids.first}`);
	if (ids.first !== firstId || ids.second !== secondId)
		throw redirect(`/${params.orgName}/duplicates/compare?${new URLSearchParams(ids)}`);
};

const foundAtMost = 10;

/** Loads an applicant's possible duplicates, and search results of the same application. */
const loadOthers = async ({ context, request }: LoaderFunctionArgs, asked: string) => {
	const q = (new URL(request.url).searchParams.get("q") ?? "").trim();
	const applicant = orThrow(await context.applicant(asked));
	const { id } = applicant;
	const query = { applicationId: applicant.applicationId, keyword: q, size: String(foundAtMost + 1) };
	const [alike, found] = await Promise.all([
		context.api.call(listDuplicatesOf, { params: { id } }),
		q === "" ? undefined : context.api.call(listApplicants, { query }),
	]);
	return {
		applicant: { id, name: fullName(applicant), applicationNumber: applicant.applicationNumber },
		q,
		// why no error: the search still works without this list.
		alike: alike.ok ? alike.value.data : [],
		found: found
			? orThrow(found)
					.data.filter((other) => other.id !== id)
					.slice(0, foundAtMost)
			: null,
	};
};

export const ErrorBoundary = () => (
	<ProblemPage
		texts={{
			422: { title: "These two cannot be compared", message: "Choose two different applicants of one application." },
			404: { title: "Page not Found", message: "One of these applicants does not exist, or has been merged." },
		}}
	/>
);
