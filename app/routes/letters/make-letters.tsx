import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { readActiveTemplates } from "#app/list/active-templates.server";
import { answerStarted, type BulkPreviewing, loadBulk, saveBulk } from "#app/list/bulk/bulk.server";
import { TargetSelect } from "#app/list/bulk/bulk-choice";
import { BulkDialog } from "#app/list/bulk/bulk-dialog";
import { lettersSentence } from "#app/list/bulk/bulk-sentences";
import { withReviewed } from "#app/list/bulk/reviewed";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { EmptyFieldsWarning } from "#app/ui/form-view/empty-fields";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { makeLetters, previewLetters } from "#worker/services/letters/contract";

export const meta = titledOver("Make offer letters");

const previewing = ({
	context: { api },
}: LoaderFunctionArgs): BulkPreviewing<EndpointResponse<typeof previewLetters>> => ({
	preview: (rows, templateId) => api.call(previewLetters, { body: { ...rows, templateId } }),
	sentence: lettersSentence,
});

/** Loads the active document templates, and the consequences of the chosen one. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, makeLetters);
	const [templates, bulk] = await Promise.all([
		readActiveTemplates(api, "document"),
		loadBulk(args.request, previewing(args)),
	]);
	return json({ bulk, templates: orThrow(templates) });
};

export const action = (args: ActionFunctionArgs) => {
	const underway = "Offer letters are being made";
	return saveBulk(args, {
		endpoint: makeLetters,
		chooseTarget: "Choose a template",
		previewing: previewing(args),
		consequence: (count) => formatCount(count, "applicant will get a letter", "applicants will get a letter"),
		run: ({ rows, to }, key) => args.context.api.call(makeLetters, { body: { ...rows, templateId: to } }, key),
		done: (started) => answerStarted(args, started, { kind: "letter", underway, whole: underway, summary: underway }),
	});
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, outcome: null }));

export const { handle, shouldRevalidate } = shows({ applicants: true });

const MakeLetters = () => {
	const { templates, ...loaded } = useLoaderData<typeof loader>();
	const bulk = withReviewed(loaded.bulk, useKeptAnswer<typeof action>());
	return (
		<BulkDialog
			title="Make offer letters"
			path="letters"
			kind="letter"
			submitLabel="Make letters"
			bulk={bulk}
			about={bulk.preview?.ok && <EmptyFieldsWarning fields={bulk.preview.value.emptyFields} />}
			choice={(form) => (
				<TargetSelect
					label="Template"
					placeholder="Choose a template"
					options={templates.map(({ id, name }) => ({ value: id, label: name }))}
					chosen={bulk.to}
					form={form}
				/>
			)}
		/>
	);
};
export default MakeLetters;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
