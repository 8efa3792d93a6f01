/* global document, fetch, localStorage, matchMedia, SwaggerUIBundle */

// The description of the API is behind the owner gate like the API itself. The token stays in this page's memory.

// As on the other pages: the owner's choice in this browser, else the system's.
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function chosenTheme() {
  try {
    return localStorage.getItem('holdfast-theme');
  } catch {
    return null;
  }
}

function applyTheme() {
  const isDark = systemIsDark.matches ? chosenTheme() !== 'light' : chosenTheme() === 'dark';
  document.documentElement.classList.toggle('dark-mode', isDark);
}

systemIsDark.addEventListener('change', applyTheme);
applyTheme();

const signIn = document.getElementById('sign-in');
const fault = document.getElementById('fault');
let token = '';

function withToken(headers) {
  return token === '' ? headers : { ...headers, Authorization: `Bearer ${token}` };
}

function tell(error) {
  signIn.hidden = false;
  fault.textContent = `The description of the API cannot be read: ${error.message}`;
}

async function show() {
  const answer = await fetch('/api/v1/openapi.json', { headers: withToken({}) });
  if (!answer.ok) {
    signIn.hidden = false;
    fault.textContent = token === '' ? '' : (await answer.json()).detail;
    return;
  }
  signIn.hidden = true;
  SwaggerUIBundle({
    dom_id: '#reference',
    spec: await answer.json(),
    deepLinking: false,
    validatorUrl: null,
    requestInterceptor(request) {
      request.headers = withToken(request.headers);
      return request;
    },
  });
}

signIn.addEventListener('submit', (event) => {
  event.preventDefault();
  token = document.getElementById('token').value.trim();
  show().catch(tell);
});

show().catch(tell);
