import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Copy, Download, FileSliders, History, Power, Trash2 } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { readableSource } from "#app/format/typed-html";
import { showsRecords } from "#app/records/screen";
import { answerTemplate } from "#app/routes/templates/answer-template.server";
import { pagesOf, readPreview } from "#app/routes/templates/read-preview.server";
import { kindOf, pageOf, templateScreen } from "#app/routes/templates/screen";
import { TemplateForm } from "#app/routes/templates/template-form";
import { useTemplateCommands } from "#app/routes/templates/use-template-commands";
import { mayCall, mayEverywhere } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { Badge } from "#app/ui/badge";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import { capitalise } from "#worker/contract/text/capitalise";
import {
	copyTemplate,
	createTemplate,
	deleteTemplate,
	getTemplate,
	type Template,
	templateRecord,
	updateTemplate,
} from "#worker/services/templates/contract";
import { getTemplateDraft, idOfNew, type TemplateDraft } from "#worker/services/templates/drafts.contract";
import { listFormMergeFields, previewTemplate } from "#worker/services/templates/previews.contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `${data?.template?.name ?? `New ${data?.one ?? "template"}`} · Matricula` },
];

/** Loads the template that the address names, or what a new one begins with, in the mode that the session keeps (§2). */
export const loader = async (args: LoaderFunctionArgs) => {
	const url = new URL(args.request.url);
	const id = url.searchParams.get("id");
	const { user, api, session, orgName } = await requireAccess(args, id ? templateRecord.history : createTemplate);
	const asked = url.searchParams.get("mode");
	if (id && (asked === "edit" || asked === "preview")) {
		session.setTemplateMode(asked);
		throw redirect(pageOf(`/${orgName}`, id));
	}
	const asType = url.searchParams.get("type");
	const mayWrite = mayEverywhere(user, id ? updateTemplate : createTemplate);
	const draftId = id ?? idOfNew(kindOf(asType).type);
	const [template, { data: formFields }, draft] = await Promise.all([
		id ? api.call(getTemplate, { params: { id } }).then(orThrow) : null,
		api.call(listFormMergeFields, {}).then(orThrow),
		mayWrite ? api.call(getTemplateDraft, { params: { id: draftId } }).then(orThrow) : null,
	]);
	const { type, one } = kindOf(template?.type ?? asType);
	const mayPreview = mayCall(user, previewTemplate);
	const maySave = mayWrite && template?.origin !== "system";
	const isPreview = template !== null && mayPreview && (await session.templateMode()) === "preview";
	return json({
		template,
		type,
		one,
		mayPreview,
		formFields,
		idempotencyKey: crypto.randomUUID(),
		preview: isPreview ? await readPreview(api, user, shownOf(template, draft)) : null,
		draft: maySave ? draft : null,
		maySave,
		maySwitch: template !== null && mayEverywhere(user, updateTemplate),
		mayCopy: mayEverywhere(user, copyTemplate),
		mayDelete: template?.origin === "user" && mayEverywhere(user, deleteTemplate),
	});
};

/** Returns what a preview shows: the draft where there is one. */
const shownOf = ({ id, type, ...published }: Template, draft: TemplateDraft | null) => {
	const { subject, content } = draft?.isStarted ? draft : published;
	return { type, subject: type === "email" ? subject : null, content, templateId: pagesOf(type, id) };
};

export const action = (args: ActionFunctionArgs) => answerTemplate(args);

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => {
	const text = (name: string) => fieldText(form.get(name));
	const typed = { name: text("name"), subject: text("subject"), content: text("content") };
	const nothing = { meanwhile: null, draft: null, draftMeanwhile: null, preview: null, sentTo: null };
	return { typed, testTo: text("testTo"), errors: { "": [error] }, ...nothing };
});

export const { handle, shouldRevalidate } = showsRecords(templateScreen);

/** What the address says of the last change of the texts. */
const steps = ["saved", "draft", "discarded", "restored"] as const;

const empty = { name: "", subject: "", content: "" };

/** The page of a template, which opens in a tab of its own (§2): its form, and its preview with an applicant. */
const ManageTemplate = () => {
	const { template, ...loaded } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { orgName } = useShell();
	const { search } = useLocation();
	const base = `/${orgName}`;
	const params = new URLSearchParams(search);
	const { many } = kindOf(loaded.type);
	const texts = loaded.draft?.isStarted ? loaded.draft : template;
	const stored = texts ? { ...texts, subject: texts.subject ?? "", content: readableSource(texts.content) } : empty;
	const at = (path: string) => {
		// why the others too: the form below a dialog is the same one.
		const address = new URLSearchParams(params);
		address.set("id", template?.id ?? "");
		address.set("type", loaded.type);
		return `${base}/manage-template/${path}?${address}`;
	};
	const preview = answer ? answer.preview : loaded.preview;
	useTemplateCommands({ at, base, template, ...loaded });
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader
				back={{ to: `${base}/templates?type=${loaded.type}`, label: capitalise(many) }}
				title={template?.name ?? `New ${loaded.one}`}
				context={
					template && (
						<>
							<Badge colour={template.active ? "green" : "slate"}>{template.active ? "Active" : "Inactive"}</Badge>
							{template.origin === "system" && <Badge>System</Badge>}
							{loaded.draft?.isStarted && <Badge colour="amber">Draft</Badge>}
						</>
					)
				}
				actions={
					template && (
						<>
							{loaded.maySwitch && (
								<SignedInForm>
									<input type="hidden" name="version" value={template.version} />
									<Button name="intent" value={template.active ? "deactivate" : "activate"} icon={Power}>
										{template.active ? "Deactivate" : "Activate"}
									</Button>
								</SignedInForm>
							)}
							<LinkButton to={at("history")} icon={History} preventScrollReset>
								History
							</LinkButton>
							{loaded.type === "document" && loaded.maySave && (
								<LinkButton to={at("page-setup")} icon={FileSliders} preventScrollReset>
									Page setup
								</LinkButton>
							)}
							<LinkButton to={at("export")} icon={Download} reloadDocument>
								Export
							</LinkButton>
							{loaded.mayCopy && (
								<LinkButton to={at("copy")} icon={Copy} preventScrollReset>
									Copy
								</LinkButton>
							)}
							{loaded.mayDelete && (
								<LinkButton to={at("delete")} icon={Trash2} preventScrollReset>
									Delete
								</LinkButton>
							)}
						</>
					)
				}
			/>
			{template && loaded.mayPreview && (
				<Tabs
					label="Template"
					tabs={[
						{ to: pageOf(base, template.id, "edit"), label: "Edit", current: preview === null },
						{ to: pageOf(base, template.id, "preview"), label: "Preview Template", current: preview !== null },
					]}
				/>
			)}
			{template?.origin === "system" && <Callout>This is a system template. Copy it, and change the copy.</Callout>}
			<TemplateForm
				// why: after it was saved, undone or discarded, the form begins with the text as it is now.
				key={[template?.id, loaded.type, ...steps.map((step) => params.get(step))].join()}
				stored={stored}
				preview={preview}
				historyTo={at("history")}
				answer={answer}
			/>
			<DialogOutlet />
		</div>
	);
};
export default ManageTemplate;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
