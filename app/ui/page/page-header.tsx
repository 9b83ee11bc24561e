import type { ReactNode } from "react";

export interface PageHeaderProps {
	title: string;
	/** Next to the title: the subject of the page, as a picker. */
	context?: ReactNode;
	description?: ReactNode;
	actions?: ReactNode;
}

/** The page's one h1, with the actions of the whole page. */
export const PageHeader = ({ title, context, description, actions }: PageHeaderProps) => (
	<header className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
		<div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-2">
			<h1 className="text-lg">{title}</h1>
			{context}
		</div>
		{actions && <div className="ml-auto flex flex-wrap gap-2.5 print:hidden">{actions}</div>}
		{description && <p className="w-full text-text-2">{description}</p>}
	</header>
);
