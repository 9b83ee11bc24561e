import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names";

export interface PageHeaderProps {
	title: string;
	/** Next to the title: the subject of the page, as a picker. */
	context?: ReactNode;
	description?: ReactNode;
	actions?: ReactNode;
	/** On a narrow screen the context is enough: the title is for screen readers, and all is one line. */
	isTight?: boolean;
}

/** The page's one h1, with the actions of the whole page. */
export const PageHeader = ({ title, context, description, actions, isTight = false }: PageHeaderProps) => (
	<header className={classNames("flex flex-wrap items-center gap-x-2.5 gap-y-2", isTight && "max-sm:flex-nowrap")}>
		<div className={classNames("flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-2", isTight && "max-sm:flex-1")}>
			<h1 className={classNames("text-lg", isTight && "max-sm:sr-only")}>{title}</h1>
			{context}
		</div>
		{actions && <div className="ml-auto flex flex-wrap gap-2.5 print:hidden">{actions}</div>}
		{description && <p className="w-full text-text-2">{description}</p>}
	</header>
);
