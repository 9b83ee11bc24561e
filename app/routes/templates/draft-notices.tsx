import { useShell } from "#app/shell/shell-context";
import { Button, LinkButton } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { TextLink } from "#app/ui/text-link";
import { formatDateTime } from "#worker/contract/text/dates";
import type { TemplateType } from "#worker/services/templates/contract";
import type { TemplateDraft } from "#worker/services/templates/drafts.contract";

/** What is made of the published text while a draft is written. */
const sent = { email: "Emails are sent", document: "Letters are made", sms: "SMS are sent" } as const;

interface DraftNoticeProps {
	type: TemplateType;
	draft: TemplateDraft;
	isNew: boolean;
	historyTo: string;
}

/** Says that the page shows a draft, of when, and what is sent meanwhile. */
export const DraftNotice = ({ type, draft: { at, by, isBehind }, isNew, historyTo }: DraftNoticeProps) => {
	const { organisation } = useShell();
	const saved = at === null ? "" : formatDateTime(at, organisation.timeZone);
	if (isNew) return <Callout>This is your draft, saved on {saved}. It is not created yet.</Callout>;
	return (
		<Callout tone={isBehind ? "warning" : "info"}>
			This is a draft, saved on {saved}
			{by && ` by ${by}`}. {sent[type]} with the published text until you save the template.
			{isBehind && (
				<>
					{" "}
					The template was saved since the draft began, and saving it replaces that.{" "}
					<TextLink to={historyTo} preventScrollReset>
						See the history
					</TextLink>
				</>
			)}
		</Callout>
	);
};

interface ChangedDraftProps {
	type: TemplateType;
	/** The draft as it is now, its text without formatting. */
	theirs: TemplateDraft;
	/** The page with their draft. */
	to: string;
}

/** Says that somebody else has changed the draft, what it is now, and how to go on. Part of the template's form. */
export const ChangedDraft = ({ type, theirs, to }: ChangedDraftProps) => (
	<Callout tone="warning" role="alert">
		<p>
			{theirs.isStarted
				? `${theirs.by ?? "Somebody else"} has changed this draft since you opened it.`
				: "Somebody else has saved this template, or discarded its draft, since you opened it."}{" "}
			What you typed is kept on this page, and is not saved.
		</p>
		<dl className="my-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
			<dt className="text-text-2">Name</dt>
			<dd className="wrap-anywhere">{theirs.name}</dd>
			{type === "email" && (
				<>
					<dt className="text-text-2">Subject</dt>
					<dd className="wrap-anywhere">{theirs.subject}</dd>
				</>
			)}
			<dt className="text-text-2">Text</dt>
			<dd className="line-clamp-6 wrap-anywhere whitespace-pre-wrap">{theirs.content}</dd>
		</dl>
		<div className="flex flex-wrap gap-2.5">
			<Button name="intent" value="draft">
				Save mine as the draft
			</Button>
			<LinkButton to={to} reloadDocument>
				Show theirs
			</LinkButton>
		</div>
	</Callout>
);
