import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import { Glyph } from "#app/ui/glyph";
import { Link } from "#app/ui/link";

export interface PageHeaderProps {
	/** The screen that this one belongs to, above the title. */
	back?: { to: string; label: string };
	title: string;
	/** Next to the title: the subject of the page, as a picker. */
	context?: ReactNode;
	description?: ReactNode;
	actions?: ReactNode;
	/** On a narrow screen the context is enough: the title is for screen readers, and all is one line. */
	isTight?: boolean;
}

/** The page's one h1, with the actions of the whole page: at the right of its line, or in lines of their own, which begin as all others do. */
export const PageHeader = ({ back, title, context, description, actions, isTight = false }: PageHeaderProps) => {
	// why: beside the way back, the actions of every page are above the toasts.
	const isBelow = back && actions ? "sm:order-1 sm:w-full" : undefined;
	return (
		<header className={classNames("flex flex-wrap items-center gap-x-2.5 gap-y-2", isTight && "max-sm:flex-nowrap")}>
			{back && (
				<div className={classNames("-mb-1 w-full print:hidden", isBelow && "sm:mb-0 sm:w-auto sm:grow")}>
					<Link
						to={back.to}
						className="inline-flex min-h-6 items-center gap-1 rounded-sm text-sm text-text-2 hover:text-text hover:underline"
					>
						<Glyph icon={ArrowLeft} />
						{back.label}
					</Link>
				</div>
			)}
			<div
				className={classNames(
					"flex min-w-0 grow flex-wrap items-center gap-x-2.5 gap-y-2",
					isTight && "max-sm:flex-1",
					isBelow,
				)}
			>
				<h1 className={classNames("text-lg", isTight && "max-sm:sr-only")}>{title}</h1>
				{context}
			</div>
			{actions && <div className="flex flex-wrap gap-2.5 print:hidden">{actions}</div>}
			{description && <p className={classNames("w-full text-text-2", isBelow)}>{description}</p>}
		</header>
	);
};
