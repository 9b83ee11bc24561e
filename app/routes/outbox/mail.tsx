import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { orThrow } from "#app/api/problem-response";
import { requireAccess } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { PageHeader } from "#app/ui/page/page-header";
import { formatDateTime } from "#worker/contract/text/dates";
import { formatKilobytes } from "#worker/contract/text/printed-text";
import { getOutboxMail } from "#worker/services/outbox/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: data ? `${data.mail.subject} · Outbox · Matricula` : "Outbox · Matricula" },
];

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, getOutboxMail);
	const params = { id: args.params.mailId ?? "" };
	const mail = orThrow(await args.context.api.call(getOutboxMail, { params }));
	return json({ mail, list: `/${orgName}/outbox` });
};

export const { handle, shouldRevalidate } = shows({});

const OutboxMail = () => {
	const { mail, list } = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	const { id, subject, from, to, replyTo, messageId, createdAt, text, hasPage, attachments } = mail;
	return (
		<div className="grid max-w-5xl grid-cols-1 gap-4">
			<PageHeader back={{ to: list, label: "Outbox" }} title={subject || "(no subject)"} />
			<Card className="px-5 py-2">
				<DescriptionList>
					<DescriptionItem label="From">{from}</DescriptionItem>
					<DescriptionItem label="To">{to}</DescriptionItem>
					<DescriptionItem label="Reply to">{replyTo ?? from}</DescriptionItem>
					<DescriptionItem label="When">{formatDateTime(createdAt, organisation.timeZone)}</DescriptionItem>
					<DescriptionItem label="Message-ID" wide>
						{messageId}
					</DescriptionItem>
					{attachments.length > 0 && (
						<DescriptionItem label="Attachments" wide>
							<ul>
								{attachments.map(({ name, size }, index) => (
									// biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order is fixed.
									<li key={index}>
										{name} <span className="text-text-2">{formatKilobytes(size)}</span>
									</li>
								))}
							</ul>
						</DescriptionItem>
					)}
				</DescriptionList>
			</Card>
			{hasPage && (
				<section aria-labelledby="page-title" className="grid grid-cols-1 gap-2">
					<h2 id="page-title" className="text-lg">
						Preview
					</h2>
					<iframe
						key={id}
						src={`${list}/${id}/page`}
						title={`Preview of the email “${subject}”`}
						sandbox="allow-popups allow-popups-to-escape-sandbox"
						className="h-[60dvh] w-full rounded-lg border border-line bg-white"
					/>
				</section>
			)}
			<section aria-labelledby="text-title" className="grid grid-cols-1 gap-2">
				<h2 id="text-title" className="text-lg">
					Plain text
				</h2>
				<Card className="p-5">
					<pre className="font-sans wrap-anywhere whitespace-pre-wrap">{text}</pre>
				</Card>
			</section>
		</div>
	);
};
export default OutboxMail;

export const ErrorBoundary = () => (
	<ProblemPage
		texts={{ 404: { title: "Page not Found", message: "There is no such email, or emails are not kept here." } }}
	/>
);
