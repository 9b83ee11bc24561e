import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FileDown } from "lucide-react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { formatCount } from "#app/format/numbers";
import { loadBulk, saveBulk } from "#app/list/bulk/bulk.server";
import { BulkDialog } from "#app/list/bulk/bulk-dialog";
import { formsSentence } from "#app/list/bulk/bulk-sentences";
import { SensitiveAnswers } from "#app/list/bulk/sensitive-answers";
import { leadToDownload } from "#app/list/lead-to-download.server";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { fail } from "#worker/contract/result";
import { previewSelection } from "#worker/services/applicants/selection.contract";
import { revealAnswers } from "#worker/services/forms/contract";
import { maxFormsInPdf, maxFormsInZip, PrintAs, printForms, tooManyForms } from "#worker/services/printing/contract";

export const meta = titledOver("Download forms");

export const loader = async (args: LoaderFunctionArgs) => {
	const { user } = await requireAccess(args, printForms);
	const bulk = await loadBulk(args.request, {
		hasTarget: false,
		preview: (body) => args.context.api.call(previewSelection, { body }),
		sentence: (preview) =>
			formsSentence(preview) + (preview.total > maxFormsInZip ? ` ${tooManyForms} Filter the list.` : ""),
	});
	return json({ bulk, mayReveal: mayCall(user, revealAnswers) });
};

export const action = (args: ActionFunctionArgs) =>
	saveBulk(args, {
		endpoint: printForms,
		consequence: (count) => formatCount(count, "form will be made", "forms will be made"),
		run: async ({ rows, form }, key) => {
			const as = v.safeParse(PrintAs, form.get("as"));
			if (!as.success) return fail("invalid", { fields: { as: as.issues.map(({ message }) => message) } });
			const isClear = form.get("isClear") === "on";
			return args.context.api.call(printForms, { body: { ...rows, as: as.output, isClear } }, key);
		},
		done: ({ taskId }) => leadToDownload(args, taskId),
	});

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, outcome: null }));

export const { handle, shouldRevalidate } = shows({ applicants: true });

/** Download forms (§2 Download applicant form, for a selection). */
const PrintForms = () => {
	const { bulk, mayReveal } = useLoaderData<typeof loader>();
	const total = bulk.preview?.ok ? bulk.preview.value.total : 0;
	const isTooMany = total > maxFormsInPdf;
	return (
		<BulkDialog
			title="Download forms"
			path="forms"
			kind="form"
			submitLabel="Download forms"
			icon={FileDown}
			bulk={bulk}
			isBlocked={total > maxFormsInZip}
		>
			<fieldset className="grid gap-2">
				<legend className="mb-1.5">Download as</legend>
				<As
					value="pdf"
					label="One PDF"
					about={`All forms one after another, for at most ${maxFormsInPdf} applicants. With many large pictures, a zip file of several PDFs.`}
					isChosen={!isTooMany}
					disabled={isTooMany}
				/>
				<As value="zip" label="A zip file" about="One PDF for each applicant." isChosen={isTooMany} />
			</fieldset>
			<SensitiveAnswers mayReveal={mayReveal} isClear={false} />
			<p className="text-text-2">They are made in the background. You will be notified when they are ready.</p>
		</BulkDialog>
	);
};
export default PrintForms;

interface AsProps {
	value: "pdf" | "zip";
	label: string;
	about: string;
	isChosen: boolean;
	disabled?: boolean;
}

const As = ({ value, label, about, isChosen, disabled }: AsProps) => (
	<label className="flex min-h-6 items-start gap-2.5">
		<input
			type="radio"
			name="as"
			value={value}
			defaultChecked={isChosen}
			disabled={disabled}
			className="mt-0.75 size-3.5 shrink-0 accent-accent"
		/>
		<span>
			<span className="block">{label}</span>
			<span className="block text-sm text-text-3">{about}</span>
		</span>
	</label>
);

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
