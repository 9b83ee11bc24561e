import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { FileDown } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { describeChosen, formsSentence } from "#app/list/bulk/batch-sentences";
import { ChosenInputs } from "#app/list/bulk/batch-target-inputs";
import { ConfirmCount } from "#app/list/bulk/confirm-field";
import { PreviewList } from "#app/list/bulk/preview-list";
import { listSearch, readListAddress } from "#app/list/list-address";
import { beginPrinting, loadChosen } from "#app/routes/printing/print-forms.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { maxFormsInPdf, maxFormsInZip, tooManyForms } from "#worker/services/printing/contract";

export const loader = (args: LoaderFunctionArgs) => loadChosen(args);

export const action = (args: ActionFunctionArgs) => beginPrinting(args);

/** Sends the form from its dialog, which stays with what was typed where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({ applicants: true });

const formId = "print-forms";

/** Download forms (§2 Download applicant form, for a selection). */
const PrintForms = () => {
	const { chosen, preview, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const navigation = useNavigation();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const total = preview?.total ?? 0;
	const isTooMany = total > maxFormsInPdf;
	return (
		<Dialog
			title="Download forms"
			description={describeChosen(chosen, preview?.total)}
			closeTo={pathname.replace(/\/forms$/, "") + listSearch(readListAddress(params))}
			footer={
				preview && (
					<Button
						form={formId}
						variant="primary"
						icon={FileDown}
						pending={navigation.formMethod === "POST"}
						disabled={preview.found === 0 || total > maxFormsInZip}
					>
						Download forms
					</Button>
				)
			}
		>
			<SignedInForm method="post" id={formId} className="grid gap-4">
				<ChosenInputs {...chosen} total={preview?.total} />
				<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
				{answer?.error && (
					<Callout tone="danger" role="alert">
						{answer.error}
					</Callout>
				)}
				{preview ? (
					<Callout tone={total > maxFormsInZip ? "warning" : "info"} role="status">
						{formsSentence(preview)}
						{total > maxFormsInZip && ` ${tooManyForms} Filter the list.`}
					</Callout>
				) : (
					<Callout tone="warning">Choose at least one applicant.</Callout>
				)}
				{preview && <PreviewList rows={preview.rows} total={preview.total} kind="form" />}
				<fieldset className="grid gap-2">
					<legend className="mb-1.5">Download as</legend>
					<As
						value="pdf"
						label="One PDF"
						about={`All forms one after another, of at most ${maxFormsInPdf} applicants. Many large pictures: a zip file with several.`}
						isChosen={!isTooMany}
						disabled={isTooMany}
					/>
					<As value="zip" label="A zip file" about="With a PDF for each applicant." isChosen={isTooMany} />
				</fieldset>
				{preview && <ConfirmCount count={preview.found} typed="" errors={undefined} />}
				<p className="text-text-2">They are drawn in the background. The bell tells when they are ready.</p>
			</SignedInForm>
		</Dialog>
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
	<label className="flex items-start gap-2.5">
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

export const ErrorBoundary = () => <ProblemPage />;
