/** A PDF in the page, as tall as there is room. */
export const PdfFrame = ({ src, title }: { src: string; title: string }) => (
	<iframe key={src} src={src} title={title} className="h-[68dvh] w-full rounded-md border border-line bg-bg" />
);
