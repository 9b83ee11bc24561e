import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { readActiveTemplates } from "#app/list/active-templates.server";
import { answerStarted, loadBulk, saveBulk } from "#app/list/bulk/bulk.server";
import { TargetSelect } from "#app/list/bulk/bulk-choice";
import { BulkDialog } from "#app/list/bulk/bulk-dialog";
import { lettersSentence } from "#app/list/bulk/bulk-sentences";
import { EmptyFieldsWarning } from "#app/list/bulk/empty-fields";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { makeLetters, previewLetters } from "#worker/services/letters/contract";

export const meta = titledOver("Make offer letters");

/** Loads the active document templates, and the consequences of the chosen one. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, makeLetters);
	const [templates, bulk] = await Promise.all([
		readActiveTemplates(api, "document"),
		loadBulk(args.request, {
			preview: (rows, templateId) => api.call(previewLetters, { body: { ...rows, templateId } }),
			sentence: lettersSentence,
		}),
	]);
	return json({ bulk, templates: orThrow(templates) });
};

export const action = (args: ActionFunctionArgs) => {
	const underway = "Offer letters are being made";
	return saveBulk(args, {
		endpoint: makeLetters,
		chooseTarget: "Choose a template",
		consequence: (count) => formatCount(count, "applicant will get a letter", "applicants will get a letter"),
		run: ({ rows, to }, key) => args.context.api.call(makeLetters, { body: { ...rows, templateId: to } }, key),
		done: (started) => answerStarted(args, started, { kind: "letter", underway, whole: underway, summary: underway }),
	});
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, outcome: null }));

export const { handle, shouldRevalidate } = shows({ applicants: true });

const MakeLetters = () => {
	const { bulk, templates } = useLoaderData<typeof loader>();
	return (
		<BulkDialog
			title="Make offer letters"
			path="letters"
			kind="letter"
			submitLabel="Make letters"
			bulk={bulk}
			about={bulk.preview?.ok && <EmptyFieldsWarning fields={bulk.preview.value.emptyFields} />}
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

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
