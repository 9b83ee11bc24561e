import { getFormProps, useForm } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Plus } from "lucide-react";
import * as v from "valibot";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { saidAs } from "#app/api/said-as.server";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { idempotencyKey } from "#app/list/idempotency-key";
import { readMeanwhile, seenVersion } from "#app/records/meanwhile";
import { contactsField } from "#app/routes/organisation/setting-parts";
import { SeenSettings, SettingsDialog, settingsForm } from "#app/routes/organisation/settings-dialog";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { OrderButtons } from "#app/ui/form/order-buttons";
import { TextField } from "#app/ui/form/text-field";
import { useAddedEntry } from "#app/ui/form/use-added-entry";
import { wired } from "#app/ui/form/wired";
import { problem } from "#worker/contract/problems";
import { getOrganisation, Organisation } from "#worker/services/organisation/contract";
import { ContactList, maxContacts, saveContacts } from "#worker/services/organisation/settings.contract";

export const meta = titledOver("Contacts");

const ContactsForm = v.object({
	contacts: v.optional(ContactList, []),
	version: seenVersion,
	idempotencyKey,
});

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, saveContacts);
	const { contacts, version } = orThrow(await api.call(getOrganisation, {}));
	return json({
		contacts: contacts.map(({ email, phone }) => ({ email: email ?? "", phone: phone ?? "" })),
		version,
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Saves the contacts, or answers a button that adds, moves or removes one in the form alone. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session, orgName } = await requireAccess(args, saveContacts);
	const form = await readSignedInForm(args.request, args.context, { hasLists: true });
	const submission = parseWithValibot(form, { schema: ContactsForm });
	if (submission.status !== "success")
		return json({ result: submission.reply(), meanwhile: null }, { status: submission.status === "error" ? 422 : 200 });
	const { idempotencyKey, ...body } = submission.value;
	const saved = await api.call(saveContacts, { body }, { idempotencyKey });
	if (!saved.ok) {
		const { fields } = saved.problem;
		// why: what stands beside the wrong address is not said a second time above the form.
		const result = fields
			? submission.reply({ fieldErrors: fields })
			: replyWithProblem(submission, saidAs(saved.problem, problem("institution_not_updated").error));
		const meanwhile = readMeanwhile(saved.problem, Organisation);
		return json({ result, meanwhile }, { status: httpStatus(saved.problem) });
	}
	session.flash({ kind: "success", message: "The contacts were saved" });
	return redirect(`/${orgName}/configurations`);
};

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	result: replyWithProblem(parseWithValibot(form, { schema: ContactsForm }), problem),
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = shows({ organisation: true });

/** The ways to reach the institution, the main one first (§3 Organisation). */
const Contacts = () => {
	const { contacts, version, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const [form, fields] = useForm({
		id: settingsForm,
		...(answer && { lastResult: answer.result }),
		defaultValue: { contacts: contacts.length > 0 ? contacts : [{ email: "", phone: "" }] },
	});
	const { name } = fields.contacts;
	const list = fields.contacts.getFieldList();
	const added = useAddedEntry(list.length);
	return (
		<SettingsDialog title="Contacts" width={680}>
			<SignedInForm {...getFormProps(form)} className="grid gap-4">
				<button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				<FormErrors errors={[...(form.errors ?? []), ...(fields.contacts.errors ?? [])]} />
				<SeenSettings version={version} meanwhile={answer?.meanwhile ?? null} fields={[contactsField]} />
				<p className="text-text-2">
					The first email address is the main one: applicants answer to it, and letters and printed forms show it.
				</p>
				<ol ref={added.list} className="grid gap-4">
					{list.map((contact, index) => {
						const { email, phone } = contact.getFieldset();
						const called = `contact ${index + 1}`;
						return (
							<li key={contact.key} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_11rem_auto]">
								<TextField
									{...wired(email)}
									label={`Email of ${called}`}
									autoComplete="off"
									inputMode="email"
									autoFocusInDialog={index === 0}
								/>
								<TextField {...wired(phone)} label={`Phone of ${called}`} autoComplete="off" inputMode="tel" />
								<span className="flex gap-2 sm:mt-6.5">
									<OrderButtons called={called} index={index} length={list.length} form={form} name={name} />
								</span>
							</li>
						);
					})}
				</ol>
				{list.length < maxContacts && (
					<Button
						{...form.insert.getButtonProps({ name })}
						icon={Plus}
						className="justify-self-start"
						onClick={added.onAdd}
					>
						Add a contact
					</Button>
				)}
			</SignedInForm>
		</SettingsDialog>
	);
};
export default Contacts;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
