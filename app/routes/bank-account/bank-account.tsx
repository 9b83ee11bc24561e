import type { SubmissionResult } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	redirect,
	type TypedResponse,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { idempotencyKey } from "#app/list/idempotency-key";
import { HistoryLink } from "#app/records/history-link";
import { type Meanwhile, readMeanwhile, seenVersion } from "#app/records/meanwhile";
import { shownValue } from "#app/records/record-field";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import { accountFields, currencyChoices, typeChoices } from "#app/routes/bank-account/account-fields";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { CloseLink } from "#app/ui/dialog/close-link";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { SelectField } from "#app/ui/form/select-field";
import { serverAnswer } from "#app/ui/form/server-answer";
import { TextField } from "#app/ui/form/text-field";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { BankAccount, getBankAccount, saveBankAccount } from "#worker/services/bank-account/contract";

export const meta = titledOver("Bank account");

const listOf = ({ params }: LoaderFunctionArgs) => `/${params.orgName}/international-payments`;

/** Loads the institution's bank account, if there is one (§7 /stripe). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api, user } = await requireAccess(args, getBankAccount);
	const found = await api.call(getBankAccount, {});
	if (!found.ok && found.problem.code !== "bank_account_missing") orThrow(found);
	return json({
		account: found.ok ? found.value : null,
		closeTo: listOf(args),
		maySave: mayCall(user, saveBankAccount),
		idempotencyKey: crypto.randomUUID(),
	});
};

interface Refused {
	result: SubmissionResult;
	meanwhile: Meanwhile<BankAccount> | null;
}

/** The number is never sent back to a browser, not even with a refusal. */
const hideFields = ["accountNumber"];

export const action = async (args: ActionFunctionArgs): Promise<TypedResponse<Refused>> => {
	const { api, session } = await requireAccess(args, saveBankAccount);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, {
		schema: v.object({ ...saveBankAccount.body.entries, version: seenVersion, idempotencyKey }),
	});
	if (submission.status !== "success")
		return json({ result: submission.reply({ hideFields }), meanwhile: null }, { status: 422 });
	const { idempotencyKey: key, ...body } = submission.value;
	const saved = await api.call(saveBankAccount, { body }, { idempotencyKey: key });
	if (!saved.ok) {
		const result = replyWithProblem(submission, saved.problem, { hideFields });
		const meanwhile = readMeanwhile(saved.problem, BankAccount);
		return json({ result, meanwhile }, { status: httpStatus(saved.problem) });
	}
	session.flash({ kind: "success", message: "The bank account was saved" });
	return redirect(listOf(args));
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({
	result: { status: "error" as const, error: { "": [error] } },
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = shows({ "set-up": () => "bank-account" });

const formId = "bank-account";

const BankAccountDialog = () => {
	const { account, closeTo, maySave, idempotencyKey: key } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const isSending = useIsSendingHere();
	const meanwhile = answer?.meanwhile;
	return (
		<Dialog
			title="Bank account"
			description="The account into which payments from abroad are paid out."
			closeTo={closeTo}
			width={600}
			footer={
				<>
					{account && <HistoryLink to={`${closeTo}/bank-account/history`} />}
					<CloseLink to={closeTo}>{maySave ? "Cancel" : "Close"}</CloseLink>
					{maySave && (
						<Button form={formId} variant="primary" pending={isSending}>
							Save
						</Button>
					)}
				</>
			}
		>
			<SignedInForm id={formId} noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={key} />
				{account && (
					<SavedMeanwhile
						version={account.version}
						meanwhile={meanwhile ? { version: meanwhile.version, values: valuesOf(meanwhile.current) } : null}
					/>
				)}
				<AccountInputs account={account} result={answer?.result} isDisabled={!maySave} />
			</SignedInForm>
		</Dialog>
	);
};
export default BankAccountDialog;

const valuesOf = (account: BankAccount) =>
	accountFields
		.filter(({ name }) => name in account)
		.map(
			(field) =>
				[
					field.label,
					shownValue(field, account[field.name as keyof BankAccount], { choices: [], timeZone: "UTC" }),
				] as const,
		);

interface AccountInputsProps {
	account: BankAccount | null;
	result: SubmissionResult | undefined;
	isDisabled: boolean;
}

/** The fields of the account. Its number is never shown: an empty field keeps it. */
const AccountInputs = ({ account, result, isDisabled }: AccountInputsProps) => {
	const { formErrors, errorsOf, typed } = serverAnswer(result);
	const field = (name: "holderName" | "holderType" | "bankName" | "currency" | "routingNumber") => ({
		name,
		errors: errorsOf(name),
		defaultValue: result?.initialValue ? typed(name) : (account?.[name] ?? ""),
	});
	return (
		<fieldset disabled={isDisabled} className="contents">
			<FormErrors errors={formErrors} />
			<TextField {...field("holderName")} label="Account holder" required maxLength={100} autoFocusInDialog />
			<SelectField
				{...field("holderType")}
				label="Account type"
				options={typeChoices}
				placeholder="Choose an account type"
				required
			/>
			<TextField {...field("bankName")} label="Bank" required maxLength={100} />
			<SelectField
				{...field("currency")}
				label="Currency"
				options={currencyChoices}
				placeholder="Choose a currency"
				required
			/>
			<TextField
				{...field("routingNumber")}
				label="Routing number or sort code"
				description="Leave it empty if the bank has none."
				maxLength={30}
				autoComplete="off"
				spellCheck={false}
			/>
			<TextField
				name="accountNumber"
				label="Account number"
				description={
					account
						? `Set, ending in ${account.lastFour}. Leave it empty to keep it.`
						: "Or the IBAN. It is encrypted, and only its last four characters are shown afterwards."
				}
				required={!account}
				maxLength={50}
				autoComplete="off"
				spellCheck={false}
				errors={errorsOf("accountNumber")}
			/>
		</fieldset>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
