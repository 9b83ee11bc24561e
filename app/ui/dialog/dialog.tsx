import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "#app/ui/class-names";
import { CloseLink } from "#app/ui/dialog/close-link";
import { useModalDialog } from "#app/ui/dialog/use-modal-dialog";
import { IconLink } from "#app/ui/icon-button";

export interface DialogProps {
	title: ReactNode;
	description?: ReactNode;
	closeTo: string;
	/** Pixels; never wider than the screen (§9: posting 600, email 950). */
	width?: number;
	/** Keeps its top in place while what it shows grows. */
	growsDown?: boolean;
	/** Draws 'Cancel' beside the form's button, and alone while there is none. */
	cancel?: boolean;
	/** Stays visible below the content: the form's buttons. They may name the form by its id. */
	footer?: ReactNode;
	children: ReactNode;
}

/** A dialog that is a route. Without JavaScript it is a part of the page, drawn over the rest. */
export const Dialog = ({ title, description, closeTo, width = 520, footer, children, ...look }: DialogProps) => {
	const modal = useModalDialog(closeTo);
	const id = useId();
	return (
		<dialog
			{...modal}
			open
			// biome-ignore lint/a11y/noAutofocus: without scripts this alone leads into a dialog, which stands at the page's end.
			autoFocus
			data-own-keys
			tabIndex={-1}
			aria-labelledby={`${id}-title`}
			aria-describedby={description ? `${id}-about` : undefined}
			style={{ width }}
			className={classNames(
				"fixed inset-0 z-50 m-auto flex h-fit max-w-[calc(100vw-24px)] animate-rise flex-col",
				look.growsDown ? "mt-[6dvh] max-h-[calc(94dvh-12px)]" : "max-h-[calc(100dvh-24px)]",
				// why: on a very low screen, or at 400 %, the head and the foot would leave no room to read in.
				"[@media(max-height:420px)]:overflow-y-auto",
				"rounded-xl border border-line-2 bg-raised text-text shadow-float outline-none",
			)}
		>
			<header className="flex items-start gap-3 px-5 pt-4 pb-3">
				<div className="min-w-0 flex-1 pt-0.5">
					<h2 id={`${id}-title`} className="text-lg">
						{title}
					</h2>
					{description && (
						<p id={`${id}-about`} className="text-text-2">
							{description}
						</p>
					)}
				</div>
				<IconLink to={closeTo} replace preventScrollReset label="Close" icon={X} size="small" className="-mr-1" />
			</header>
			{/* why flex-auto: of a dialog as high as its content, Safari takes a basis of 0 % as no height. And why the padding:
			    a field that takes the focus shows the error below it too. */}
			<div className="min-h-0 flex-auto scroll-pt-4 scroll-pb-24 overflow-y-auto px-5 pt-1 pb-5 [@media(max-height:420px)]:shrink-0 [@media(max-height:420px)]:overflow-visible">
				{children}
			</div>
			{(footer || look.cancel) && (
				<footer className="flex flex-wrap items-center justify-end gap-2.5 border-t border-line px-5 py-3">
					{look.cancel && <CloseLink to={closeTo}>Cancel</CloseLink>}
					{footer}
				</footer>
			)}
		</dialog>
	);
};
