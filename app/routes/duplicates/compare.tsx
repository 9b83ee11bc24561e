import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { unlessUnanswered } from "#app/api/unanswered";
import { readChoices } from "#app/routes/duplicates/choices";
import { ChooseOther } from "#app/routes/duplicates/choose-other";
import { Comparison } from "#app/routes/duplicates/comparison";
import { loadComparison } from "#app/routes/duplicates/load-comparison.server";
import { submitComparison } from "#app/routes/duplicates/submit-comparison.server";
import { ProblemPage } from "#app/shell/problem-page";
import { problemToast } from "#worker/contract/screen-problems";

export const meta: MetaFunction = () => [{ title: "Compare applicants · Matricula" }];

export const loader = async (args: LoaderFunctionArgs) => json(await loadComparison(args));

export const action = (args: ActionFunctionArgs) => submitComparison(args);

/** Sends the form; when no response comes, the page stays with what was chosen (§8). */
export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	chosen: readChoices(form),
	error: problemToast(problem),
	fields: {},
	comparison: null,
	changes: [],
}));

export const shouldRevalidate = unlessUnanswered;

const Compare = () => {
	const loaded = useLoaderData<typeof loader>();
	if (loaded.kind === "choose") return <ChooseOther {...loaded} />;
	const { first, second } = loaded.comparison;
	return <Comparison key={`${first.id} ${second.id} ${loaded.keep}`} {...loaded} />;
};
export default Compare;

export const ErrorBoundary = () => (
	<ProblemPage
		texts={{
			422: { title: "These two cannot be compared", message: "Choose two different applicants of one application." },
			404: { title: "Page not Found", message: "One of these applicants does not exist, or has been merged." },
		}}
	/>
);
