import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { MailOpen, Paperclip } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Card } from "#app/ui/card";
import { iconProps } from "#app/ui/icon";
import { EmptyState } from "#app/ui/page/empty-state";
import { readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "#app/ui/table";
import { TextLink } from "#app/ui/text-link";
import { formatDateTime } from "#worker/contract/text/dates";
import { type KeptMailHead, listOutboxMails } from "#worker/services/outbox/contract";

export const meta = titled("Outbox");

/** Loads the mails that development stores instead of sending them. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, listOutboxMails);
	const { page } = readPage(new URL(args.request.url).searchParams);
	const mails = orThrow(await args.context.api.call(listOutboxMails, { query: { page: String(page) } }));
	return json({ ...mails, page, here: `/${orgName}/outbox` });
};

export const { handle, shouldRevalidate } = shows({});

const Outbox = () => {
	const { data, next, page, here } = useLoaderData<typeof loader>();
	return (
		<div className="grid max-w-5xl grid-cols-1 gap-4">
			<PageHeader title="Outbox" description="Nothing is sent from this installation: emails end up here." />
			<Card>
				{data.length === 0 ? (
					<EmptyState icon={MailOpen} title={page === 0 ? "No emails yet" : "No more emails"}>
						Emails to staff, applicants and referees appear here.
					</EmptyState>
				) : (
					<Table label="Emails">
						<TableHead>
							<Th>Subject</Th>
							<Th width={260}>To</Th>
							<Th width={230}>When</Th>
						</TableHead>
						<TableBody>
							{data.map((mail) => (
								<MailRow key={mail.id} mail={mail} to={`${here}/${mail.id}`} />
							))}
						</TableBody>
					</Table>
				)}
			</Card>
			{(page > 0 || next !== null) && (
				<nav aria-label="Pages" className="flex flex-wrap gap-4">
					{page > 0 && <TextLink to={page === 1 ? here : `${here}?page=${page - 1}`}>Newer</TextLink>}
					{next !== null && <TextLink to={`${here}?page=${page + 1}`}>Older</TextLink>}
				</nav>
			)}
		</div>
	);
};
export default Outbox;

const MailRow = ({ mail, to }: { mail: KeptMailHead; to: string }) => {
	const { organisation } = useShell();
	const { subject, attachmentCount, createdAt } = mail;
	return (
		<Tr>
			<Td card="title">
				<RowLink to={to}>{subject || "(no subject)"}</RowLink>
				{attachmentCount > 0 && (
					<Paperclip
						{...iconProps}
						aria-hidden={undefined}
						role="img"
						aria-label={formatCount(attachmentCount, "attachment")}
						className="ml-2 inline text-text-3"
					/>
				)}
			</Td>
			<Td card="line" muted title={mail.to}>
				{mail.to}
			</Td>
			<Td card="line" muted className="tabular-nums">
				{formatDateTime(createdAt, organisation.timeZone)}
			</Td>
		</Tr>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
