import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { FileDown } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { unlessUnanswered } from "#app/api/unanswered";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { firstError } from "#app/routes/applicants/first-error";
import { listSearch, readListAddress } from "#app/routes/applicants/list-address";
import { PrintFormsForm } from "#app/routes/applicants/print-forms-form";
import { useKeptKey } from "#app/routes/applicants/use-kept-key";
import { watchDownload } from "#app/session/downloads.server";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { anyOf } from "#worker/contract/permissions";
import { maxFormsInPdf, printForms } from "#worker/services/applicants/print.contract";

/** The chosen applicants. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args, anyOf("candidate"));
	const { selected } = readListAddress(new URL(args.request.url).searchParams);
	return json({ ids: [...selected], idempotencyKey: crypto.randomUUID() });
};

/** Has the forms drawn in the background; the page of the download shows how far, the bell tells when they are ready. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireUser(args, anyOf("candidate"));
	const { api, session } = args.context;
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, { schema: PrintFormsForm });
	if (submission.status !== "success") return json({ error: firstError(submission) }, { status: 422 });
	const { id: candidateIds, as, idempotencyKey } = submission.value;
	const started = await api.call(printForms, { body: { candidateIds, as } }, { idempotencyKey });
	if (!started.ok) {
		const { fields, error } = started.problem;
		const first = Object.values(fields ?? {}).flat()[0];
		return json({ error: first ?? error }, { status: httpStatus(started.problem) });
	}
	session.flash({
		kind: "success",
		message: `${formatCount(candidateIds.length, "form is", "forms are")} being drawn. The bell tells when they are ready.`,
	});
	// why the list's address: the page of the download leads back to the same rows.
	const search = listSearch(readListAddress(new URL(args.request.url).searchParams));
	const { taskId } = started.value;
	const headers = { "set-cookie": watchDownload({ request: args.request, orgName }, taskId) };
	return redirect(`/${orgName}/downloads/${taskId}${search}`, { headers });
};

/** Sends the form from its dialog, which stays with what was typed where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const shouldRevalidate = unlessUnanswered;

const formId = "print-forms";

/** Download forms (§2 Download applicant form, for a selection). */
const PrintForms = () => {
	const { ids, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const navigation = useNavigation();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const isTooMany = ids.length > maxFormsInPdf;
	return (
		<Dialog
			title="Download forms"
			description={`${formatCount(ids.length, "applicant")} selected`}
			closeTo={pathname.replace(/\/forms$/, "") + listSearch(readListAddress(params))}
			footer={
				ids.length > 0 && (
					<Button form={formId} variant="primary" icon={FileDown} pending={navigation.formMethod === "POST"}>
						Download forms
					</Button>
				)
			}
		>
			<SignedInForm method="post" id={formId} className="grid gap-4">
				{ids.map((id) => (
					<input key={id} type="hidden" name="id" value={id} />
				))}
				<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
				{answer?.error && (
					<Callout tone="danger" role="alert">
						{answer.error}
					</Callout>
				)}
				{ids.length === 0 && <Callout tone="warning">Choose at least one applicant.</Callout>}
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
