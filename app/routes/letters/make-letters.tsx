import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { unlessUnanswered } from "#app/api/unanswered";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { answerStarted, loadBulk, saveBulk } from "#app/list/bulk/bulk.server";
import { TargetSelect } from "#app/list/bulk/bulk-choice";
import { BulkDialog } from "#app/list/bulk/bulk-dialog";
import { lettersSentence } from "#app/list/bulk/bulk-sentences";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { makeLetters, previewLetters } from "#worker/services/letters/contract";
import { listTemplates } from "#worker/services/templates/contract";

/** The document templates in use, and how many of the chosen applicants would get a letter. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, makeLetters);
	const { api } = args.context;
	const [templates, bulk] = await Promise.all([
		api.call(listTemplates, { query: { type: "document", size: "100" } }),
		loadBulk(args.request, {
			preview: (rows, templateId) => api.call(previewLetters, { body: { ...rows, templateId } }),
			sentence: lettersSentence,
		}),
	]);
	return json({ bulk, templates: orThrow(templates).data.filter((template) => template.active) });
};

/** Begins to make them, and leads to what becomes of each. */
export const action = (args: ActionFunctionArgs) => {
	const underway = "Offer letters are being made";
	return saveBulk(args, {
		endpoint: makeLetters,
		chooseTarget: "Choose a template",
		consequence: (count) => formatCount(count, "applicant get a letter", "applicants get a letter"),
		run: ({ rows, to }, key) => args.context.api.call(makeLetters, { body: { ...rows, templateId: to } }, key),
		done: (started) => answerStarted(args, started, { kind: "letter", underway, whole: underway, summary: underway }),
	});
};

/** Sends the form from its dialog, which stays where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, outcome: null }));

export const shouldRevalidate = unlessUnanswered;

/** Make Offer Letters for a selection. */
const MakeLetters = () => {
	const { bulk, templates } = useLoaderData<typeof loader>();
	return (
		<BulkDialog
			title="Make Offer Letters"
			path="letters"
			kind="letter"
			submitLabel="Make letters"
			bulk={bulk}
			answer={useKeptAnswer<typeof action>()}
			choice={
				<TargetSelect
					label="Template"
					placeholder="Choose a template"
					options={templates.map(({ id, name }) => ({ value: id, label: name }))}
					chosen={bulk.to}
				/>
			}
		/>
	);
};
export default MakeLetters;

export const ErrorBoundary = () => <ProblemPage />;
