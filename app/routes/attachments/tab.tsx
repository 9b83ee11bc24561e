import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { Download, Eye, File, FileText, Image, Paperclip } from "lucide-react";
import type { ReactNode } from "react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { readSheetSearch } from "#app/list/list-address";
import { changeAttachments } from "#app/routes/attachments/change-attachments.server";
import type { ListedAttachment } from "#app/routes/attachments/list-attachments";
import { loadAttachments } from "#app/routes/attachments/load-attachments.server";
import { RemoveFile, UploadForm } from "#app/routes/attachments/upload-form";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { buttonClass } from "#app/ui/button-class";
import { fieldText } from "#app/ui/form/field-text";
import { iconProps } from "#app/ui/icon";
import { EmptyState } from "#app/ui/page/empty-state";
import { previewOf } from "#worker/contract/file-previews";
import { formatKilobytes } from "#worker/contract/text/printed-text";

export const meta = titledOver("Attachments");

/** The applicant's attachments (§2 Attachments). */
export const loader = async (args: LoaderFunctionArgs) => json(await loadAttachments(args));

/** Uploads or removes a file. */
export const action = (args: ActionFunctionArgs) => changeAttachments(args);

export const clientAction = keepPage<typeof action>(({ form, problem }) => ({
	fieldId: fieldText(form.get("field")),
	errors: { form: [problem.error] },
}));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

const Attachments = () => {
	const { attachments, documents, idempotencyKey, here, files } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const [params] = useSearchParams();
	const dialogs = <DialogOutlet isWalked search={readSheetSearch(params)} />;
	if (attachments.length === 0 && documents.length === 0)
		return (
			<>
				<EmptyState icon={Paperclip} title="No attachments" />
				{dialogs}
			</>
		);
	return (
		<section aria-labelledby="attachments-title" className="px-5 py-4.5 max-sm:px-3">
			<h3 id="attachments-title" className="mb-1">
				Attachments
			</h3>
			{attachments.length === 0 && (
				<p className="text-text-2">No attachments yet. The first one can be uploaded here.</p>
			)}
			<ul>
				{attachments.map((file) => (
					<AttachmentLine
						key={file.id}
						file={file}
						fileHref={`${files}/${file.id}`}
						previewTo={previewOf(file.mimetype) && `${here}/attachments/${file.id}${readSheetSearch(params)}`}
						removal={documents.length > 0 && <RemoveFile file={file} idempotencyKey={idempotencyKey} />}
					/>
				))}
			</ul>
			{/* why a key: the sheet goes on to the next applicant, and a file that was chosen for this one must not. */}
			{documents.length > 0 && (
				<UploadForm key={here} fields={documents} idempotencyKey={idempotencyKey} answer={answer} />
			)}
			{dialogs}
		</section>
	);
};
export default Attachments;

interface AttachmentLineProps {
	file: ListedAttachment;
	fileHref: string;
	/** Null for a file that can only be downloaded. */
	previewTo: string | null;
	removal: ReactNode;
}

const AttachmentLine = ({ file, fileHref, previewTo, removal }: AttachmentLineProps) => (
	<li className="relative flex items-center gap-3.5 border-b border-line py-2.5 last:border-b-0 hover:bg-hover">
		<Thumbnail file={file} href={fileHref} />
		<div className="min-w-0 flex-1">
			{previewTo ? (
				<Link
					to={previewTo}
					preventScrollReset
					className="font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
				>
					{file.title}
				</Link>
			) : (
				<span className="font-medium">{file.title}</span>
			)}
			<p className="text-sm text-text-3 [overflow-wrap:anywhere]">
				{file.section} · {formatKilobytes(file.size)} · {file.name}
			</p>
		</div>
		{previewTo && <Eye {...iconProps} className="shrink-0 text-text-3 max-sm:hidden" />}
		<a
			href={fileHref}
			download={file.name}
			aria-label={`Download ${file.title}`}
			className={buttonClass({ size: "small", className: "relative z-1" })}
		>
			<Download {...iconProps} />
			<span className="max-sm:hidden">Download</span>
		</a>
		{removal}
	</li>
);

/** why: a thumbnail is the picture itself, so a larger one is too slow to load. */
const maxThumbnailBytes = 2 * 1024 * 1024;

const Thumbnail = ({ file, href }: { file: ListedAttachment; href: string }) => {
	const preview = previewOf(file.mimetype);
	if (preview === "picture" && file.size <= maxThumbnailBytes)
		return (
			<img
				src={href}
				alt=""
				width={48}
				height={48}
				loading="lazy"
				decoding="async"
				className="size-12 shrink-0 rounded-md border border-line bg-bg object-cover"
			/>
		);
	const Glyph = preview === "picture" ? Image : preview === "pdf" ? FileText : File;
	return (
		<span className="grid size-12 shrink-0 place-items-center rounded-md border border-line bg-bg text-text-3">
			<Glyph {...iconProps} size={20} strokeWidth={1.5} />
		</span>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
