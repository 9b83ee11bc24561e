import type { Icon, IconProps } from "#app/ui/icon";

/** The icons of every form. why: the icon set is one file, larger than everything else on the login page. */
const Mark = ({ path, size, ...look }: IconProps & { path: string }) => (
	<svg
		{...look}
		width={size}
		height={size}
		viewBox="0 0 24 24"
		fill="none"
		stroke="currentColor"
		strokeLinecap="round"
		strokeLinejoin="round"
		aria-hidden
	>
		<path d={path} />
	</svg>
);

export const BusyMark: Icon = (look) => <Mark {...look} path="M21 12a9 9 0 1 1-6.219-8.56" />;
export const WrongMark: Icon = (look) => (
	<Mark {...look} path="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm0 6v4m0 4h.01" />
);
export const WarningMark: Icon = (look) => (
	<Mark {...look} path="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3ZM12 9v4m0 4h.01" />
);
