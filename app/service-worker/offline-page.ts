/**
 * Follows the theme that the user chose, and asks for the page again once the browser is online. why again every five
 * seconds where it is online already: the network or the server may be back some moments later than the browser says.
 */
export const offlineScript =
	'const look=/(?:^|;\\s*)matricula-look=(light|dark)/.exec(document.cookie);if(look)document.documentElement.dataset.theme=look[1];addEventListener("online",()=>location.reload());if(navigator.onLine)setTimeout(()=>location.reload(),5e3)';

/** Returns the page in place of one that could not be fetched. It is the same for everybody: nothing of a user is in it. */
export const offlinePage = (stylesheet: string): string => `<!DOCTYPE html>
<html lang="en" data-theme="system">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>No connection · Matricula</title>
<link rel="stylesheet" href="${stylesheet}">
<script>${offlineScript}</script>
</head>
<body>
<main id="main" class="mx-auto flex max-w-md flex-col items-center justify-center px-6 py-16 text-center min-h-dvh">
<h1 class="text-xl">No connection</h1>
<p class="mt-1.5 text-balance text-text-2">Matricula cannot be reached. Check your connection: this page opens by itself as soon as you are online.</p>
<p class="mt-6"><a class="button-primary h-8.5 px-3 text-base" href="">Try again</a></p>
</main>
</body>
</html>
`;
